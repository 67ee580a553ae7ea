package podtemplate

import corev1 "k8s.io/api/core/v1"

// hasEmptyImageReference reports whether an image volume names no image.
func hasEmptyImageReference(volumes []corev1.Volume) bool {
	for i := range volumes {
		if image := volumes[i].Image; image != nil && image.Reference == "" {
			return true
		}
	}
	return false
}

// hasOutsideTokenPath reports whether a projected token is written where files of a volume
// may not be.
func hasOutsideTokenPath(volumes []corev1.Volume) bool {
	for i := range volumes {
		if volumes[i].Projected == nil {
			continue
		}
		sources := volumes[i].Projected.Sources
		for j := range sources {
			if token := sources[j].ServiceAccountToken; token != nil && !isFilePath(token.Path) {
				return true
			}
		}
	}
	return false
}

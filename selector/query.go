package selector

import "net/url"

// queryParameter is the name of the parameter of LIST and WATCH requests.
const queryParameter = "labelSelector"

// FromQuery reads the parameter labelSelector of a LIST or WATCH request, already decoded as
// [url.ParseQuery] does it. Without the parameter it returns [Everything]. Of several only the
// first counts. The error is a [*SyntaxError].
func FromQuery(query url.Values) (Selector, error) {
	return Parse(query.Get(queryParameter))
}

// Query returns the parameter of a LIST or WATCH request for what the selector matches, and no
// parameter for [Everything]. The map is the caller's own.
func (s Selector) Query() url.Values {
	if s.IsZero() {
		return url.Values{}
	}
	return url.Values{queryParameter: {s.String()}}
}

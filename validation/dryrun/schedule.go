package dryrun

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// validateSchedule returns the errors of the schedule and time zone. old is the spec that this one
// replaces, or nil. It may have a time zone in its schedule, from before Kubernetes 1.25, and one
// that the server no longer knows.
func validateSchedule(spec, old *batchv1.CronJobSpec) field.ErrorList {
	var errs field.ErrorList
	path := specPath.Child("schedule")
	if spec.Schedule == "" {
		errs = append(errs, field.Required(path, `set when the Jobs start, such as "0 3 * * *"`))
	} else {
		if err := parseSchedule(spec.Schedule); err != nil {
			errs = append(errs, field.Invalid(path, spec.Schedule, err.Error()))
		}
		switch hadTimeZone := old != nil && namesTimeZone(old.Schedule); {
		case !namesTimeZone(spec.Schedule):
		case !hadTimeZone:
			errs = append(errs, field.Invalid(path, spec.Schedule, "must not have TZ or CRON_TZ: set timeZone instead"))
		case spec.TimeZone != nil:
			errs = append(errs, field.Invalid(path, spec.Schedule, "must not have TZ or CRON_TZ beside timeZone: remove one of them"))
		}
	}
	if spec.TimeZone != nil && (old == nil || old.TimeZone == nil || *old.TimeZone != *spec.TimeZone) {
		errs = append(errs, validateTimeZone(*spec.TimeZone, specPath.Child("timeZone"))...)
	}
	return errs
}

// namesTimeZone reports whether a server takes the schedule to name a time zone.
func namesTimeZone(schedule string) bool { return strings.Contains(schedule, "TZ") }

// parseSchedule returns an error if the schedule is malformed. The parser panics for some of those.
func parseSchedule(schedule string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("malformed schedule: %v", p)
		}
	}()
	_, err = cron.ParseStandard(schedule)
	return err
}

// zonePart matches what may be between the slashes of a time zone's name.
var zonePart = regexp.MustCompile(`^[A-Za-z._0-9+][A-Za-z._0-9+-]{0,13}$`)

func validateTimeZone(name string, path *field.Path) field.ErrorList {
	if name == "" {
		return field.ErrorList{field.Invalid(path, name, "must not be empty: remove it for the time zone of the controller")}
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "." || part == ".." || !zonePart.MatchString(part) {
			return field.ErrorList{field.Invalid(path, name, "must be the name of a time zone, such as Europe/Berlin")}
		}
	}
	var errs field.ErrorList
	if strings.EqualFold(name, "Local") {
		errs = append(errs, field.Invalid(path, name, "must name a time zone, such as Europe/Berlin"))
	}
	if _, err := time.LoadLocation(name); err != nil {
		errs = append(errs, field.Invalid(path, name, err.Error()))
	}
	return errs
}

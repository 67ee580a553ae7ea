package readme_test

import (
	"fmt"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

func Example_selectors() {
	web, err := selector.Parse("app=web, track notin (canary)")
	all := selector.MustParse("app in (web, api)")
	fmt.Println(web, err, web.Overlaps(all), web.Explain(labels.Set{"app": "api"}))
	// Output:
	// app=web,track!=canary <nil> true [app=web: label app is "api"]
}

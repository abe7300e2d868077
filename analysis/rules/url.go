package rules

// pages is the address below which the pages of the rules are published, without a final slash. Only the owner
// of the project knows it. It stays empty until they are published.
const pages = ""

// URL returns the address of the page of the rule with an ID, or "" as long as no pages are published.
func URL(id string) string {
	if pages == "" {
		return ""
	}
	return pages + "/" + PageName(id)
}

package describe

import (
	"fmt"
	"image"
	_ "image/gif" // the formats whose dimensions are shown
	_ "image/jpeg"
	_ "image/png"
	"path/filepath"
	"slices"
	"strings"

	_ "golang.org/x/image/webp"

	"skills-ls/analysis/refs"
)

const maxShownImage = 4 << 20 // bytes; larger files are not read for a hover

// rasterExtensions are the extensions of the images whose dimensions a hover shows.
var rasterExtensions = []string{".png", ".jpg", ".jpeg", ".gif", ".webp"}

// imageSize returns the dimensions of an image, to follow its size in bytes, or "" for other files. The
// caller has checked that the file may be read.
func imageSize(c *refs.Cursor, path string, size int64) string {
	if !slices.Contains(rasterExtensions, strings.ToLower(filepath.Ext(path))) || size > maxShownImage {
		return ""
	}
	text, err := c.Snapshot.FS().ReadFile(path)
	if err != nil {
		return ""
	}
	config, _, err := image.DecodeConfig(strings.NewReader(text))
	if err != nil {
		return ", invalid image"
	}
	return fmt.Sprintf(", %d × %d pixels", config.Width, config.Height)
}

package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/hover"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
	"skills-ls/skills/text"
)

func signatureHelp(ctx context.Context, v *session.View, src session.Source, p *protocol.SignatureHelpParams) (*protocol.SignatureHelp, error) {
	found, active := hover.Signatures(ctx, v.Snapshot, src.Path, src.Offset(p.Position))
	if len(found) == 0 {
		return nil, nil
	}
	help := &protocol.SignatureHelp{ActiveParameter: protocol.NewNullable(uint32(active))}
	for _, sig := range found {
		info := protocol.SignatureInformation{Label: sig.Label, Documentation: convert.Markup(sig.Description, false)}
		for _, parameter := range sig.Parameters {
			written := parameter.Span.Of(sig.Label)
			one := protocol.ParameterInformation{Label: protocol.String(written)}
			if v.Client.LabelOffsets {
				start := uint32(text.UTF16.Len(sig.Label[:parameter.Span.Start])) // in every encoding of positions
				one.Label = protocol.ParameterInformationLabelTuple{start, start + uint32(text.UTF16.Len(written))}
			}
			if parameter.Name != written {
				one.Documentation = convert.Markup("$"+parameter.Name, false)
			}
			info.Parameters = append(info.Parameters, one)
		}
		help.Signatures = append(help.Signatures, info)
	}
	return help, nil
}

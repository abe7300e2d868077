// The command of the references code lens: shows LSP locations with the editor's
// own command.

import { Location, Position, Range, Uri, commands } from 'vscode';

interface ProtocolPosition {
  readonly line: number;
  readonly character: number;
}

interface ProtocolLocation {
  readonly uri: string;
  readonly range: { readonly start: ProtocolPosition; readonly end: ProtocolPosition };
}

export async function showReferences(
  uri: string,
  at: ProtocolPosition,
  locations: readonly ProtocolLocation[],
): Promise<void> {
  const position = ({ line, character }: ProtocolPosition): Position => new Position(line, character);
  await commands.executeCommand(
    'editor.action.showReferences',
    Uri.parse(uri),
    position(at),
    locations.map(
      ({ uri: file, range }) =>
        new Location(Uri.parse(file), new Range(position(range.start), position(range.end))),
    ),
  );
}

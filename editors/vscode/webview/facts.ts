// The facts above a text: the verdict, the size and the limits.

import type { CatalogShown, CatalogSkill, Meter, Part, PreviewShown, Size } from '../src/preview/messages';
import { spansOf } from '../src/prose';
import { outcomeOf, predicateOf, sentenceOf, textOf, whyNotLoaded, wordsOf } from '../src/treatment';
import { button, counted, element, icon, number, outcomeIcons } from './dom';

/** Actions of the facts. */
export interface FactActions {
  goToReason: (index: number) => void;
  openSkill: (path: string) => void;
  /** Scrolls to an offset and announces the note of its part. */
  goToPart: (offset: number, note: string) => void;
}

/** @param exact whether the exact text is shown, whose parts are styled */
export function previewFacts(
  shown: PreviewShown,
  title: string,
  exact: boolean,
  actions: FactActions,
): Node[] {
  return [
    element(
      'div',
      { class: 'row facts' },
      element(
        'span',
        { class: `verdict ${outcomeOf(shown)}`, id: 'verdict' },
        icon(outcomeIcons[outcomeOf(shown)]),
        verdictOf(shown, title),
      ),
      ...sizes(shown.size, title),
    ),
    ...place(shown, title),
    ...reasons(shown, actions),
    ...meters(shown.meters),
    ...(exact ? legend(shown.parts, actions) : []),
    ...notes(shown.notes),
  ];
}

export function catalogFacts(shown: CatalogShown, title: string, actions: FactActions): Node[] {
  const { entries, total } = shown;
  return [
    element(
      'div',
      { class: 'row facts' },
      element(
        'span',
        { class: 'verdict', id: 'verdict' },
        total === 0 ? 'No skills' : `${number(entries)} of ${counted(total, 'skill')} in the catalog`,
      ),
      ...sizes(shown.size, title),
    ),
    ...meters(shown.meters),
    ...skills('Dropped', shown.dropped, actions),
    ...skills('Shortened', shown.shortened, actions),
    ...notes(shown.notes),
  ];
}

export function verdictOf(shown: PreviewShown, title: string): string {
  const said = wordsOf(shown);
  return `${said.charAt(0).toUpperCase()}${said.slice(1)} by ${title}`;
}

/** Returns the announcement after the text has changed. */
export function saidOf(shown: PreviewShown | CatalogShown, title: string): string {
  const size = `${counted(shown.size.tokens.count, 'token')}, ${counted(shown.size.bytes, 'byte')}`;
  if (shown.type === 'catalog') {
    return `${number(shown.entries)} of ${counted(shown.total, 'skill')}. ${size}.`;
  }
  const verdict = shown.finds ? verdictOf(shown, title) : `${title} ${predicateOf(shown)}`;
  const why = whyNotLoaded(shown).map(textOf).join('; ');
  return `${why === '' ? verdict : `${verdict}: ${why}`}. ${size}.`;
}

function sizes({ bytes, tokens, estimate }: Size, title: string): Node[] {
  const about = tokens.method === 'bytes/4' ? '~' : '';
  return [
    element(
      'span',
      { class: 'size', title: `Counted by ${tokens.method}` },
      element('b', {}, about + number(tokens.count)),
      tokens.count === 1 ? ' token' : ' tokens',
    ),
    element('span', { class: 'size' }, element('b', {}, number(bytes)), bytes === 1 ? ' byte' : ' bytes'),
    ...(estimate && (estimate.count !== tokens.count || estimate.method !== tokens.method)
      ? [
          element(
            'span',
            { class: 'size muted', title: `By ${estimate.method}` },
            `${title} counts ${number(estimate.count)}`,
          ),
        ]
      : []),
  ];
}

function place(shown: PreviewShown, title: string): Node[] {
  return shown.finds ? [] : [element('div', { class: 'muted', id: 'place' }, sentenceOf(title, shown))];
}

function reasons(shown: PreviewShown, { goToReason }: FactActions): Node[] {
  const list = whyNotLoaded(shown);
  if (list.length === 0) {
    return [];
  }
  const items = list.map((reason) => {
    const index = shown.reasons.indexOf(reason);
    const text = textOf(reason);
    return element(
      'li',
      {},
      reason.range ? button(text, 'Go to the source in SKILL.md', () => goToReason(index)) : text,
    );
  });
  return [element('ul', { class: 'reasons', 'aria-label': 'Reasons' }, ...items)];
}

function meters(list: readonly Meter[]): Node[] {
  if (list.length === 0) {
    return [];
  }
  return [element('div', { class: 'meters' }, ...list.map(meter))];
}

function meter({ of, used, limit, unit }: Meter): HTMLElement {
  const value = `${number(used)} of ${number(limit)} ${unit}`;
  const fill = element('span', { class: 'fill' });
  // The page's policy does not allow style attributes.
  fill.style.width = `${Math.min(100, (100 * used) / limit)}%`;
  const state = used > limit ? 'over' : used > 0.9 * limit ? 'near' : '';
  return element(
    'div',
    { class: `meter ${state}` },
    element('span', { class: 'of' }, of),
    element(
      'span',
      {
        class: 'bar',
        role: 'meter',
        'aria-label': of,
        'aria-valuemin': '0',
        'aria-valuemax': String(limit),
        'aria-valuenow': String(Math.min(used, limit)),
        'aria-valuetext': value,
      },
      fill,
    ),
    element(
      'span',
      { class: 'muted' },
      used > limit ? `${value}: ${number(used - limit)} over the limit` : value,
    ),
  );
}

const kinds: readonly (readonly [name: string, kinds: readonly string[]])[] = [
  ['from the skill', ['body', 'frontmatter']],
  ['added by the agent', ['envelope', 'files', 'notice']],
];

const marked: readonly (readonly [name: string, kind: string])[] = [
  ['substituted', 'substituted'],
  ['not executed here', 'unexecuted'],
];

function legend(parts: readonly Part[], { goToPart }: FactActions): Node[] {
  const there = new Set(parts.map(({ kind }) => kind));
  const plain = kinds
    .filter(([, kinds]) => kinds.some((kind) => there.has(kind)))
    .map(([name, [kind]]) =>
      element('li', {}, element('span', { class: `swatch ${kind ?? ''}`, 'aria-hidden': 'true' }, 'a'), name),
    );
  const buttons = marked
    .filter(([, kind]) => there.has(kind))
    .map(([name, kind]) => {
      const places = placesOf(parts, kind);
      let next = 0;
      const go = (): void => {
        const place = places[next++ % places.length];
        if (place) {
          goToPart(place.start, place.note);
        }
      };
      const swatch = element('span', { class: `swatch ${kind ?? ''}`, 'aria-hidden': 'true' }, 'a');
      return element('li', {}, button(`${name} (${places.length})`, 'Go to the next occurrence', go, swatch));
    });
  return plain.length + buttons.length === 0
    ? []
    : [element('ul', { class: 'legend', 'aria-label': 'Legend' }, ...plain, ...buttons)];
}

function placesOf(parts: readonly Part[], kind: string): { start: number; note: string }[] {
  return parts.flatMap((part, index) =>
    part.kind === kind ? [{ start: parts[index - 1]?.end ?? 0, note: part.note ?? '' }] : [],
  );
}

function notes(list: readonly string[]): Node[] {
  return list.length === 0
    ? []
    : [
        details(
          counted(list.length, 'note'),
          list.map((note) => element('li', {}, ...prose(note))),
        ),
      ];
}

function prose(sentence: string): Node[] {
  return spansOf(sentence).map(({ text, isCode }) => element(isCode ? 'code' : 'span', {}, text));
}

function skills(what: string, list: readonly CatalogSkill[], { openSkill }: FactActions): Node[] {
  if (list.length === 0) {
    return [];
  }
  const items = list.map(({ name, path, kept }) => {
    const rest =
      kept === undefined
        ? undefined
        : kept === 0
          ? 'no description'
          : `${counted(kept, 'character')} of the description`;
    return element(
      'li',
      { class: 'row' },
      button(name, path, () => openSkill(path)),
      element('span', { class: 'muted' }, rest),
    );
  });
  return [details(`${what}: ${counted(list.length, 'skill')}`, items)];
}

function details(summary: string, items: readonly Node[]): HTMLElement {
  return element(
    'details',
    { 'data-key': summary.replace(/[\d,]+/g, '') },
    element('summary', {}, summary),
    element('ul', {}, ...items),
  );
}

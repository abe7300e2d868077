// Creates elements one by one, so that text of a skill is never parsed as HTML.

import type { Outcome } from '../src/treatment';

type Attributes = Readonly<Record<string, string | boolean | undefined>>;
type Child = Node | string | undefined | false;

/** Creates an element. true is an attribute without a value. false and undefined attributes are omitted. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      made.setAttribute(name, value === true ? '' : value);
    }
  }
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

export function button(
  label: string,
  title: string,
  pressed: () => void,
  ...children: readonly Child[]
): HTMLButtonElement {
  const made = element(
    'button',
    { type: 'button', title },
    ...children,
    element('span', { class: 'label' }, label),
  );
  made.addEventListener('click', pressed);
  return made;
}

const icons = {
  accepted: 'M6.3 11.6 2.9 8.2l1-1 2.4 2.5 5.8-5.9 1 1z',
  refused: 'm8 7 3.6-3.6 1 1L9 8l3.6 3.6-1 1L8 9l-3.6 3.6-1-1L7 8 3.4 4.4l1-1z',
  away: 'M8 3.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm0 1.2a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z',
  open: 'm8 10.4-4.2-4.2.9-.9L8 8.6l3.3-3.3.9.9z',
  copy: 'M4 1.5h8.5v10H11v-8.500H4zM2 4.500h7.500v10H2zm1.200 1.200v7.600h5.100V5.700z',
  compare: 'M2 3h5v10H2zm1.200 1.200v7.600h2.600V4.200zM9 3h5v10H9zm1.200 1.200v7.600h2.600V4.200z',
} as const;

export type Icon = keyof typeof icons;

export const outcomeIcons: Readonly<Record<Outcome, Icon>> = {
  loaded: 'accepted',
  unfound: 'away',
  off: 'away',
  rejected: 'refused',
};

/** A decorative icon. The text beside it has the same meaning. */
export function icon(name: Icon): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', `icon ${name}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', icons[name]);
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  return svg;
}

export function number(n: number): string {
  return n.toLocaleString('en');
}

/** As in "1 skill" and "2 skills". */
export function counted(n: number, noun: string): string {
  return `${number(n)} ${noun}${n === 1 ? '' : 's'}`;
}

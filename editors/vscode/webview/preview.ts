// The page of a preview.

import type {
  CatalogShown,
  Choice,
  FromPage,
  PreviewShown,
  State,
  Tab,
  ToPage,
} from '../src/preview/messages';
import { button, element, icon } from './dom';
import { ExactText } from './exact';
import { catalogFacts, previewFacts, saidOf } from './facts';
import { Announcer } from './announcer';
import { Arguments } from './arguments';
import { Picker } from './picker';
import { RenderedText } from './rendered';
import { Scroller } from './scroller';
import { Switch } from './switch';

declare function acquireVsCodeApi(): {
  postMessage: (message: FromPage) => void;
  setState: (state: State) => void;
};

const { postMessage: post, setState } = acquireVsCodeApi();

let state: State | undefined;
let choices: readonly Choice[] = [];
const shown: { text?: PreviewShown; catalog?: CatalogShown } = {};
const failures: { text?: string; catalog?: string } = {};

const exact = new ExactText('Injected text');
const catalog = new ExactText('Catalog');
const rendered = new RenderedText((href) => post({ type: 'link', href }));
const announcer = new Announcer();

const tabs = new Switch<Tab>(
  'tablist',
  'View',
  [
    ['text', 'Injected text'],
    ['catalog', 'Catalog'],
  ],
  (tab) => post({ type: 'tab', tab }),
);
const modes = new Switch(
  'radiogroup',
  'Format',
  [
    ['exact', 'Exact'],
    ['rendered', 'Rendered'],
  ] as const,
  (mode) => post({ type: 'mode', mode }),
);
const picker = new Picker((agent) => post({ type: 'agent', agent }));
const given = new Arguments((text) =>
  post({ type: 'arguments', ...(text !== undefined && { arguments: text }) }),
);

const copyButton = button(
  'Copy',
  'Copy the exact text',
  () => {
    post({ type: 'copy' });
    announcer.say('Copied.');
    copyButton.classList.add('done');
    setTimeout(() => copyButton.classList.remove('done'), 1200);
  },
  icon('copy'),
);
const compareButton = button(
  'Compare…',
  'Compare with another agent',
  () => post({ type: 'compare' }),
  icon('compare'),
);
const facts = element('div', { id: 'facts' });
const message = element('div', { id: 'message', role: 'alert', hidden: true });
const content = element(
  'div',
  { id: 'content', role: 'tabpanel', tabindex: '0', 'aria-label': 'Injected text' },
  message,
  exact.node,
  rendered.node,
  catalog.node,
);
const tools = element(
  'div',
  { class: 'row tools' },
  tabs.node,
  element('span', { class: 'space' }),
  modes.node,
  copyButton,
  compareButton,
);
document.body.append(
  element('header', {}, tools, element('div', { class: 'row choose' }, picker.node, given.node), facts),
  element('main', {}, content),
  announcer.node,
);

// The number of `scrolled` messages sent.
let scrolls = 0;

const view = () => (state?.tab === 'catalog' ? catalog : state?.mode === 'rendered' ? rendered : exact);
const scroller = new Scroller(
  content,
  (offset) => {
    const current = view();
    return current instanceof RenderedText ? current.heightOf(offset) : (current.rectOf(offset)?.top ?? 0);
  },
  (y) => view().offsetAt(y),
  (offset) => state?.tab === 'text' && post({ type: 'scrolled', offset, number: ++scrolls }),
);

const actions = {
  goToReason: (index: number) => post({ type: 'reason', index }),
  openSkill: (path: string) => post({ type: 'skill', path }),
  goToPart: (offset: number, note: string) => {
    scroller.show(offset, content.clientHeight / 3);
    announcer.say(note);
  },
};

content.addEventListener('dblclick', (event) => {
  const point = document.caretRangeFromPoint(event.clientX, event.clientY);
  const offset =
    point && state?.tab === 'text' && state.mode === 'exact'
      ? exact.offsetOf(point.startContainer, point.startOffset)
      : undefined;
  if (offset !== undefined) {
    post({ type: 'reveal', offset });
  }
});

/** Updates the page. */
function show(): void {
  const tab = state?.tab ?? 'text';
  const answer = shown[tab];
  const failure = failures[tab];
  const agent = answer?.agent ?? state?.agent ?? '';
  tabs.select(tab);
  modes.select(state?.mode ?? 'exact');
  modes.node.hidden = tab === 'catalog';
  given.node.hidden = tab === 'catalog';
  compareButton.hidden = tab === 'catalog';
  picker.update(choices, agent);
  const open = new Set(
    [...facts.querySelectorAll('details[open]')].map((found) => found.getAttribute('data-key')),
  );
  const title = picker.titleOf(agent);
  facts.replaceChildren(
    ...(failure !== undefined || !answer
      ? []
      : answer.type === 'preview'
        ? previewFacts(answer, title, state?.mode !== 'rendered', actions)
        : catalogFacts(answer, title, actions)),
  );
  for (const found of facts.querySelectorAll('details')) {
    found.open = open.has(found.getAttribute('data-key'));
  }
  for (const candidate of [exact, rendered, catalog]) {
    candidate.node.hidden = candidate !== view() || failure !== undefined || !answer;
  }
  content.setAttribute('aria-label', tab === 'catalog' ? 'Catalog' : 'Injected text');
  showMessage(
    failure,
    answer && view() !== rendered && (tab === 'catalog' ? catalog : exact).text === ''
      ? 'The text is empty.'
      : undefined,
  );
}

function showMessage(failure: string | undefined, empty: string | undefined): void {
  message.hidden = failure === undefined && empty === undefined;
  if (failure !== undefined) {
    message.replaceChildren(
      element('p', {}, element('strong', {}, 'No preview')),
      element('p', {}, failure),
      element(
        'p',
        {},
        button('Try Again', 'Send the request again', () => post({ type: 'retry' })),
        button('Show Output', 'Show the server log', () => post({ type: 'output' })),
      ),
    );
  } else {
    message.replaceChildren(element('p', { class: 'muted' }, empty));
  }
}

function showPreview(answer: PreviewShown): void {
  exact.update(answer.splice, answer.parts);
  if (answer.html !== undefined) {
    rendered.update(answer.html, exact.text);
  }
  shown.text = answer;
  delete failures.text;
}

function showCatalog(answer: CatalogShown): void {
  catalog.update(answer.splice, []);
  shown.catalog = answer;
  delete failures.catalog;
}

function receive(data: ToPage): void {
  switch (data.type) {
    case 'state':
      state = data.state;
      setState(state);
      given.set(state.arguments);
      return show();
    case 'choices':
      choices = data.choices;
      return show();
    case 'preview':
      showPreview(data);
      break;
    case 'catalog':
      showCatalog(data);
      break;
    case 'failure':
      failures[data.tab] = data.message;
      return show();
    case 'scroll':
      return scroller.show(data.offset, 0);
  }
  show();
  if (state?.tab === (data.type === 'catalog' ? 'catalog' : 'text')) {
    announcer.later(saidOf(data, picker.titleOf(data.agent)));
  }
}

// None of these messages scrolls the source. If the user has scrolled the page since the extension sent an offset, the source is about
// to follow the page, and the page must not scroll back.
addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  if (data.type !== 'scroll' || data.heard === scrolls) {
    scroller.quietly(() => receive(data));
  }
});

post({ type: 'ready' });

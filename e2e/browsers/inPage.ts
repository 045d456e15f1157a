/**
 * Finds elements by role and name, by text, or by label. These functions run in the page: their source is sent as text,
 * so they can use each other and nothing else from this repository.
 */

/** A text to find: a part of it in any case, the exact text, or a regular expression. */
export type Pattern = { text: string; exact?: boolean } | { source: string; flags: string }

/** One step of a query: it searches below the elements of the previous step, or filters them. */
export type Step =
  | { by: 'css'; selector: string }
  | { by: 'role'; role: string; name?: Pattern; checked?: boolean; selected?: boolean }
  | { by: 'text' | 'label' | 'placeholder'; pattern: Pattern }
  | { by: 'nth'; index: number }
  | { by: 'hasText'; pattern: Pattern }
  | { by: 'has' | 'and' | 'or'; steps: Step[] }

function squeeze(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}

function matches(pattern: Pattern, text: string): boolean {
  if ('source' in pattern) return new RegExp(pattern.source, pattern.flags).test(text)
  const wanted = squeeze(pattern.text)
  return pattern.exact ? text === wanted : text.toLowerCase().includes(wanted.toLowerCase())
}

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
}

/** Whether assistive technology can see an element. */
function isAccessible(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[aria-hidden="true"], [inert], head, script, style') === null
  )
}

const rolesByTag: Record<string, string> = {
  A: 'link',
  ARTICLE: 'article',
  ASIDE: 'complementary',
  BUTTON: 'button',
  DIALOG: 'dialog',
  FIELDSET: 'group',
  FIGURE: 'figure',
  FOOTER: 'contentinfo',
  FORM: 'form',
  H1: 'heading',
  H2: 'heading',
  H3: 'heading',
  H4: 'heading',
  HEADER: 'banner',
  IMG: 'img',
  LI: 'listitem',
  MAIN: 'main',
  NAV: 'navigation',
  OL: 'list',
  OPTION: 'option',
  OUTPUT: 'status',
  SECTION: 'region',
  SELECT: 'combobox',
  TABLE: 'table',
  TD: 'cell',
  TEXTAREA: 'textbox',
  TH: 'columnheader',
  TR: 'row',
  UL: 'list',
}

const rolesByInputType: Record<string, string> = {
  button: 'button',
  checkbox: 'checkbox',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
}

function roleOf(element: Element): string | undefined {
  const given = element.getAttribute('role')?.split(' ', 1)[0]
  if (given) return given
  if (element instanceof HTMLInputElement) return rolesByInputType[element.type] ?? 'textbox'
  const role = rolesByTag[element.tagName]
  if (role === 'link' && !element.hasAttribute('href')) return undefined
  if ((role === 'region' || role === 'form') && nameOf(element) === '') return undefined
  return role
}

function isNamedByContent(role: string | undefined): boolean {
  return /^(button|cell|checkbox|columnheader|gridcell|heading|link|menuitem.*|option|radio|row|rowheader|switch|tab|tooltip|treeitem)$/.test(
    role ?? '',
  )
}

/** The accessible name of an element, computed by the parts of the standard that this product needs. */
function nameOf(element: Element): string {
  const labelledBy = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
  const labels = labelledBy.flatMap((id) => document.getElementById(id) ?? [])
  if (labels.length > 0) return squeeze(labels.map((label) => contentOf(label)).join(' '))
  const own = squeeze(element.getAttribute('aria-label'))
  if (own !== '') return own
  if (element instanceof HTMLImageElement) return squeeze(element.alt)
  const captions =
    'labels' in element ? [...((element.labels as NodeListOf<HTMLLabelElement> | null) ?? [])].map(contentOf) : []
  if (captions.length > 0) return squeeze(captions.join(' '))
  if (element instanceof HTMLFieldSetElement) return squeeze(element.querySelector('legend')?.textContent)
  if (element instanceof HTMLTableElement) return squeeze(element.caption?.textContent)
  const role = element.getAttribute('role')?.split(' ', 1)[0] ?? rolesByTag[element.tagName]
  const content = isNamedByContent(role) ? contentOf(element) : ''
  return content || squeeze(element.getAttribute('title')) || squeeze(element.getAttribute('placeholder'))
}

/** The text of an element with the names of its children, without hidden parts. */
function contentOf(element: Element): string {
  const parts = [...element.childNodes].map((node) => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
    const { display, visibility } = getComputedStyle(node)
    if (display === 'none' || visibility === 'hidden') return ''
    const inside =
      squeeze(node.getAttribute('aria-label')) || (node instanceof HTMLImageElement ? node.alt : contentOf(node))
    return display.startsWith('inline') ? inside : ` ${inside} `
  })
  return squeeze(parts.join(''))
}

/** The innermost elements whose text matches. */
function withText(root: Document | Element, pattern: Pattern): Element[] {
  const fitting = [...root.querySelectorAll('*')].filter(
    (element) => element.closest('script, style, head') === null && matches(pattern, squeeze(element.textContent)),
  )
  const outer = new Set<Element | null>(fitting.map((element) => element.parentElement))
  for (const element of fitting) {
    for (let above = element.parentElement; above; above = above.parentElement) outer.add(above)
  }
  return fitting.filter((element) => !outer.has(element))
}

function captionsOf(element: Element): string[] {
  const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLLabelElement> | null) ?? [])] : []
  const named = element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby') ? [nameOf(element)] : []
  return [...labels.map((label) => squeeze(label.textContent)), ...named]
}

function fitsRole(element: Element, step: Step & { by: 'role' }): boolean {
  if (roleOf(element) !== step.role || !isAccessible(element)) return false
  if (step.name && !matches(step.name, nameOf(element))) return false
  const isChecked = (element as HTMLInputElement).checked === true || element.getAttribute('aria-checked') === 'true'
  if (step.checked !== undefined && step.checked !== isChecked) return false
  return step.selected === undefined || step.selected === (element.getAttribute('aria-selected') === 'true')
}

/** Elements that a step finds below an element or in the page. */
function below(root: Document | Element, step: Step): Element[] {
  const all = (selector: string) => [...root.querySelectorAll(selector)]
  switch (step.by) {
    case 'css': {
      const onlyShown = step.selector.endsWith(':visible')
      const found = all(onlyShown ? step.selector.slice(0, -':visible'.length) : step.selector)
      return onlyShown ? found.filter(isShown) : found
    }
    case 'role':
      return all('*').filter((element) => fitsRole(element, step))
    case 'text':
      return withText(root, step.pattern)
    case 'label':
      return all('*').filter((element) => captionsOf(element).some((caption) => matches(step.pattern, caption)))
    case 'placeholder':
      return all('[placeholder]').filter((element) => matches(step.pattern, element.getAttribute('placeholder') ?? ''))
    default:
      return []
  }
}

/** Applies a step to the elements found so far; undefined: to the page. */
function take(found: Element[] | undefined, step: Step): Element[] {
  const here = found ?? []
  switch (step.by) {
    case 'nth':
      return here.slice(step.index).slice(0, 1)
    case 'hasText':
      return here.filter((element) => matches(step.pattern, squeeze(element.textContent)))
    case 'has':
      return here.filter((element) => findFrom([element], step.steps).length > 0)
    case 'and': {
      const others = new Set(findAll(step.steps))
      return here.filter((element) => others.has(element))
    }
    case 'or':
      return inOrder([...here, ...findAll(step.steps)])
    default:
      return inOrder((found ?? [document]).flatMap((root) => below(root, step)))
  }
}

/** Without duplicates, in document order. */
function inOrder(elements: Element[]): Element[] {
  return [...new Set(elements)].sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
}

function findFrom(start: Element[] | undefined, steps: Step[]): Element[] {
  return steps.reduce<Element[] | undefined>(take, start) ?? []
}

export function findAll(steps: Step[]): Element[] {
  return findFrom(undefined, steps)
}

export type Point = { x: number; y: number }

/** Returns where to click an element, which must not move and must not be covered; otherwise the obstacle. */
export async function pointOf(element: Element, attempt: number): Promise<Point | { obstacle: string }> {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const boxOf = () => element.getBoundingClientRect()
  if (!isShown(element)) return { obstacle: 'it is not visible' }
  if ((element as HTMLButtonElement).disabled) return { obstacle: 'it is disabled' }
  const isInside = ({ top, left, bottom, right }: DOMRect) =>
    top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
  // second attempt: a sticky header may cover the element
  if (attempt > 1 || !isInside(boxOf())) {
    element.scrollIntoView({ block: attempt > 1 ? 'center' : 'nearest', inline: 'nearest', behavior: 'instant' })
  }
  const before = boxOf()
  await frame()
  await frame()
  const { x, y, width, height } = boxOf()
  if (before.x !== x || before.y !== y || before.width !== width || before.height !== height) {
    return { obstacle: 'it moves' }
  }
  const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  const hit = document.elementFromPoint(point.x, point.y)
  const label = hit?.closest('label')
  if (hit && (element.contains(hit) || (label && (label.control === element || label.contains(element))))) return point
  return { obstacle: `it is covered by ${hit?.outerHTML.slice(0, 120) ?? 'nothing'}` }
}

/** Replaces the content of a field, with the events of typing. */
export function putText(element: Element, text: string): void {
  ;(element as HTMLElement).focus()
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select()
  else getSelection()?.selectAllChildren(element)
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
}

/** Selects an option of a native list by its value or label. */
export function chooseOption(element: Element, wanted: string): void {
  const list = element as HTMLSelectElement
  const option = [...list.options].find(({ value, label }) => value === wanted || label === wanted)
  if (!option) throw new Error(`no option ${wanted}`)
  list.value = option.value
  for (const kind of ['input', 'change']) list.dispatchEvent(new Event(kind, { bubbles: true }))
}

const functions = [
  squeeze,
  matches,
  isShown,
  isAccessible,
  roleOf,
  isNamedByContent,
  nameOf,
  contentOf,
  withText,
  captionsOf,
  fitsRole,
  below,
  take,
  inOrder,
  findFrom,
  findAll,
  pointOf,
  putText,
  chooseOption,
]

/** The source of these functions, sent with each call. */
export const inPageSource = `const rolesByTag = ${JSON.stringify(rolesByTag)}
const rolesByInputType = ${JSON.stringify(rolesByInputType)}
${functions.join('\n')}`

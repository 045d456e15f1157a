import type { ReactNode } from 'react'

export type SelectValue = string | number | boolean | null

export interface SelectOption<V extends SelectValue = SelectValue> {
  value: V
  label: string
  /** on the right, less prominent */
  hint?: string
  icon?: ReactNode
  disabled?: boolean
}

/** Pause in ms after which typing starts a new search text, as in the browsers' own lists. */
const typeAheadPauseMs = 1000

/** Selected entries first, in list order; the others keep their order. */
export function chosenFirst<V extends SelectValue>(
  options: readonly SelectOption<V>[],
  chosen: readonly V[],
): SelectOption<V>[] {
  if (chosen.length === 0) return [...options]
  const isChosen = new Set<V>(chosen)
  return [
    ...options.filter((option) => isChosen.has(option.value)),
    ...options.filter((option) => !isChosen.has(option.value)),
  ]
}

/** Entries whose label or hint contains the text, ignoring case and accents. */
export function matching<V extends SelectValue>(
  options: readonly SelectOption<V>[],
  search: string,
): SelectOption<V>[] {
  const needle = fold(search.trim())
  if (needle === '') return [...options]
  return options.filter((option) => fold(option.label).includes(needle) || fold(option.hint ?? '').includes(needle))
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/**
 * Pasted text -> its values: split on comma, newline, tab and semicolon; trimmed, without empty and duplicate values.
 */
export function splitPaste(text: string): string[] {
  const parts = text.split(/[,\n\r\t;]/).map((part) => part.trim())
  return [...new Set(parts.filter((part) => part !== ''))]
}

/** The visible rows of a list with a fixed row height, with some extra on both sides. */
export function visibleWindow(
  count: number,
  scrollTop: number,
  viewport: number,
  rowHeight: number,
): { start: number; end: number } {
  const spare = 8
  const start = Math.max(0, Math.floor(scrollTop / rowHeight) - spare)
  return { start, end: Math.min(count, Math.ceil((scrollTop + viewport) / rowHeight) + spare) }
}

/** The next selectable row from `index` in a direction; the same if there is none. */
export function nextEnabled(options: readonly { disabled?: boolean }[], index: number, step: number): number {
  const direction = Math.sign(step)
  let next = Math.min(Math.max(index + step, 0), options.length - 1)
  while (next >= 0 && next < options.length && options[next]?.disabled) next += direction
  return options[next] === undefined ? index : next
}

/** The index of the entry that Enter selects after a search: the first selectable one from `start` on, or -1. */
export function firstMatch(options: readonly { disabled?: boolean }[], start: number): number {
  return options.findIndex((option, index) => index >= start && !option.disabled)
}

/** The text being typed to select an entry of a list without a search field; a pause starts a new text. */
export function typedAhead(
  before: { text: string; atMs: number },
  key: string,
  nowMs: number,
): { text: string; atMs: number } {
  return { text: nowMs - before.atMs < typeAheadPauseMs ? before.text + key : key, atMs: nowMs }
}

/** The index of the first selectable entry whose label starts with a text, ignoring case and accents, or -1. */
export function startingWith(options: readonly SelectOption[], text: string): number {
  return options.findIndex((option) => !option.disabled && fold(option.label).startsWith(fold(text)))
}

/** the row that selects all entries below it */
export const selectAllValue = '\u0000select-all'

export interface ListInput<V extends SelectValue> {
  /** the entries that match the search, in order */
  found: SelectOption<V>[]
  /** a text that may become a new entry; empty if that is not allowed */
  typed: string
  /** the label of a new entry; its text by default */
  newLabel: ((typed: string) => string) | undefined
  /** whether all entries are loaded and the user may select several */
  selectAll: boolean
  selectAllLabel: (count: number) => string
}

/** The rows of a list: the typed text as a new entry, or "Select all", above the matching entries. */
export function listRows<V extends SelectValue>({ found, typed, newLabel, selectAll, selectAllLabel }: ListInput<V>) {
  const isNew = typed !== '' && !found.some(({ label }) => label === typed)
  const choosable = found.filter(({ disabled }) => !disabled)
  const hasSelectAll = selectAll && !isNew && choosable.length > 1
  const rows: SelectOption[] = [
    ...(isNew ? [{ value: typed, label: newLabel?.(typed) ?? typed }] : []),
    ...(hasSelectAll ? [{ value: selectAllValue, label: selectAllLabel(choosable.length) }] : []),
    ...found,
  ]
  return { rows, choosable, isNew, hasSelectAll }
}

export interface ChoiceInput<V extends SelectValue> {
  chosen: readonly V[]
  /** the values of "Select all" */
  choosable: readonly SelectOption<V>[]
  multiple: boolean
}

/** The selection after a click on a row: that value alone, or toggled in a multi-select. */
export function chosenAfter<V extends SelectValue>(
  { value }: SelectOption,
  { chosen, choosable, multiple }: ChoiceInput<V>,
): V[] {
  // a row other than "Select all" has a value of the list, or a typed one if those are allowed
  const pressed = value as V
  if (value === selectAllValue) {
    const here = new Set(choosable.map((option) => option.value))
    return [...here].every((each) => chosen.includes(each))
      ? chosen.filter((each) => !here.has(each))
      : [...new Set([...chosen, ...here])]
  }
  if (!multiple) return [pressed]
  return chosen.includes(pressed) ? chosen.filter((each) => each !== pressed) : [...chosen, pressed]
}

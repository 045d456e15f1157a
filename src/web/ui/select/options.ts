import type { ReactNode } from 'react'

export type SelectValue = string | number | boolean | null

export interface SelectOption<V extends SelectValue = SelectValue> {
  value: V
  label: string
  /** at the right, quieter */
  hint?: string
  icon?: ReactNode
  disabled?: boolean
}

/** As long as browsers wait in a list of their own. */
const typeAheadPauseMs = 1000

/** Chosen entries first, in the order of the list; the rest keeps its order. */
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

/** Entries whose label or hint contains the text, whatever its case and accents. */
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

/** Pasted text -> its values: split on comma, newline, tab and semicolon; trimmed, without empties and repetitions. */
export function splitPaste(text: string): string[] {
  const parts = text.split(/[,\n\r\t;]/).map((part) => part.trim())
  return [...new Set(parts.filter((part) => part !== ''))]
}

/** The rows of a list with a fixed row height that a viewport shows, with some to spare on both sides. */
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

/** The next choosable row from `index` in a direction; stays where there is none. */
export function nextEnabled(options: readonly { disabled?: boolean }[], index: number, step: number): number {
  const direction = Math.sign(step)
  let next = Math.min(Math.max(index + step, 0), options.length - 1)
  while (next >= 0 && next < options.length && options[next]?.disabled) next += direction
  return options[next] === undefined ? index : next
}

/** The entry that Enter takes after a search: the first that can be chosen, from `start` on; -1 where none can. */
export function firstMatch(options: readonly { disabled?: boolean }[], start: number): number {
  return options.findIndex((option, index) => index >= start && !option.disabled)
}

/** The text being typed towards an entry of a list without a search field; a pause starts a new one. */
export function typedAhead(
  before: { text: string; atMs: number },
  key: string,
  nowMs: number,
): { text: string; atMs: number } {
  return { text: nowMs - before.atMs < typeAheadPauseMs ? before.text + key : key, atMs: nowMs }
}

/** The entry whose label starts with a text, whatever its case and accents; -1 where none does. */
export function startingWith(options: readonly SelectOption[], text: string): number {
  return options.findIndex((option) => !option.disabled && fold(option.label).startsWith(fold(text)))
}

/** Stands for all the entries below it. */
export const selectAllValue = '\u0000select-all'

export interface ListInput<V extends SelectValue> {
  /** the entries that the search left, in their order */
  found: SelectOption<V>[]
  /** a text that may become a new entry; empty where none may */
  typed: string
  /** how a new entry is offered; its bare text otherwise */
  newLabel: ((typed: string) => string) | undefined
  /** all entries are here, and more than one can be chosen */
  selectAll: boolean
  selectAllLabel: (count: number) => string
}

/** The rows of a list: the typed text as a new entry, or the one that chooses all, above the entries that were found. */
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
  /** what "select all" stands for */
  choosable: readonly SelectOption<V>[]
  multiple: boolean
}

/** What is chosen after a press on a row: that one alone, or with the others, where a second press takes it back. */
export function chosenAfter<V extends SelectValue>(
  { value }: SelectOption,
  { chosen, choosable, multiple }: ChoiceInput<V>,
): V[] {
  // a row that is not the one for all carries a value of the list, or a typed one where those are allowed
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

import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { lazyOverlay } from '../overlay/lazyOverlay.tsx'
import { Trigger, type TriggerElement } from '../overlay/Trigger.tsx'
import { SpinnerRing } from '../Spinner.tsx'
import { defineTexts, useText } from '../text.ts'
import { OptionList } from './OptionList.tsx'
import {
  chosenFirst,
  firstMatch,
  matching,
  nextEnabled,
  type SelectOption,
  type SelectValue,
  splitPaste,
  startingWith,
  typedAhead,
} from './options.ts'
import css from './Select.module.css'
import { SelectControl } from './SelectControl.tsx'
import { type LoadOptions, useOptionPages } from './useOptionPages.ts'

export type { SelectOption, SelectValue } from './options.ts'
export type { LoadOptions } from './useOptionPages.ts'

const texts = defineTexts('ui.select', {
  placeholder: 'Select ...',
  search: 'Search {label}',
  searchHere: 'Search',
  typeHere: 'Search, or write a new one',
  noData: 'No data',
  selectAll: 'Select all ({count, number})',
  null: 'N/A',
})

const PopoverPopup = lazyOverlay('PopoverPopup')

const selectAllValue = '\u0000select-all'
const lookUpsAtOnce = 4
/** Short fixed lists need no search field. */
const searchAbove = 8

interface CommonProps<V extends SelectValue> {
  /** its name for those who do not see it; put a Field around it for a visible label */
  label: string
  id?: string
  options?: readonly SelectOption<V>[]
  /** instead of options: pages of entries from elsewhere; must be stable */
  load?: LoadOptions<V>
  /** labels of values that the list has not loaded yet */
  labelOf?: (value: V) => string | undefined
  placeholder?: string
  emptyText?: string
  disabled?: boolean
  /** shows a spinner in place of the arrow */
  loading?: boolean
  invalid?: boolean
  size?: 'sm' | 'md'
  clearable?: boolean
  searchable?: boolean
  /** values that are not offered may be typed */
  allowNew?: boolean
  /** how a typed value is offered where it would make something; the bare text otherwise */
  newLabel?: (typed: string) => string
  /** instead of the field: one element that opens the list */
  trigger?: (text: string) => TriggerElement
}

export interface SelectProps<V extends SelectValue> extends CommonProps<V> {
  value: V | undefined
  onChange: (value: V | undefined) => void
}

export interface MultiSelectProps<V extends SelectValue> extends CommonProps<V> {
  value: readonly V[]
  onChange: (value: V[]) => void
  /** all tags on as many lines as they need; one line with "+ n..." otherwise */
  wrap?: boolean
}

/** Chooses one value. */
export function Select<V extends SelectValue>({ value, onChange, ...rest }: SelectProps<V>) {
  return (
    <SelectBase
      {...rest}
      multiple={false}
      chosen={value === undefined ? [] : [value]}
      onChosen={(chosen) => onChange(chosen[0])}
    />
  )
}

/** Chooses any number of values; pasted lists are split. */
export function MultiSelect<V extends SelectValue>({ value, onChange, ...rest }: MultiSelectProps<V>) {
  return <SelectBase {...rest} multiple chosen={value} onChosen={onChange} />
}

interface SelectBaseProps<V extends SelectValue> extends CommonProps<V> {
  multiple: boolean
  wrap?: boolean
  chosen: readonly V[]
  onChosen: (chosen: V[]) => void
}

function SelectBase<V extends SelectValue>(props: SelectBaseProps<V>) {
  const { label, id, options, load, multiple, chosen, onChosen, allowNew = false, size = 'sm' } = props
  const t = useText()
  const listId = useId()
  const searchRef = useRef<HTMLInputElement>(null)
  const controlRef = useRef<HTMLDivElement>(null)
  const triggerRef = useRef<Element>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  // the row that one went to; while there is none, a search points at its first match
  const [movedTo, setMovedTo] = useState<number>()
  // Enter pressed before what it is to take has come
  const takesFirst = useRef(false)
  // a list that opens before its entries are here may grow long: its search field does not wait for them
  const [openedEmpty, setOpenedEmpty] = useState(false)
  const ahead = useRef({ text: '', atMs: 0 })
  // Chosen entries go first when the list opens and stay put while one picks.
  const [chosenAtOpen, setChosenAtOpen] = useState<readonly V[]>([])
  const pages = useOptionPages(load, search, isOpen)
  const latest = useRef({ chosen, onChosen })
  const pasting = useRef<AbortController>(undefined)
  useEffect(() => {
    latest.current = { chosen, onChosen }
  })
  useEffect(() => () => pasting.current?.abort(), [])
  const isSearchable =
    props.searchable ?? (load !== undefined || allowNew || openedEmpty || (options?.length ?? 0) > searchAbove)

  const offered = useMemo(() => (load ? pages.options : (options ?? [])), [load, pages.options, options])
  const labels = useMemo(() => new Map(offered.map((option) => [option.value, option.label])), [offered])
  const labelOf = (value: V) =>
    labels.get(value) ?? props.labelOf?.(value) ?? (value === null ? t(texts.null) : String(value))
  const isChosen = (value: V) => chosen.includes(value)

  const unlisted = chosenAtOpen
    .filter((value) => !labels.has(value))
    .map((value): SelectOption<V> => ({ value, label: labelOf(value) }))
  // until the answer to a search is here, what is listed is searched
  const isAnswered = load !== undefined && search !== '' && pages.search === search
  const found = isAnswered ? [...offered] : matching(chosenFirst([...unlisted, ...offered], chosenAtOpen), search)
  const typed = search.trim()
  const isNew = allowNew && typed !== '' && !found.some((option) => option.label === typed)
  const choosable = found.filter((option) => !option.disabled)
  const hasSelectAll = multiple && !isNew && choosable.length > 1 && pages.options.length >= pages.count
  const rows: SelectOption[] = [
    ...(isNew ? [{ value: typed, label: props.newLabel?.(typed) ?? typed }] : []),
    ...(hasSelectAll ? [{ value: selectAllValue, label: t(texts.selectAll, { count: choosable.length }) }] : []),
    ...found,
  ]
  const firstFound = firstMatch(rows, hasSelectAll ? 1 : 0)
  const activeIndex = movedTo ?? (typed === '' ? -1 : firstFound)
  const isLoading = props.loading === true || pages.isLoading
  const isWaiting = isLoading || (load !== undefined && pages.search !== search)
  const isAllChosen = choosable.every((option) => isChosen(option.value))

  function onOpenChange(next: boolean) {
    if (next && props.disabled) return
    setIsOpen(next)
    setOpenedEmpty(next && props.loading === true)
    changeSearch('')
    setChosenAtOpen(next ? chosen : [])
    setMovedTo(next && !multiple && chosen.length > 0 ? 0 : undefined)
  }

  function changeSearch(next: string | ((before: string) => string)) {
    setSearch(next)
    setMovedTo(undefined)
    takesFirst.current = false
  }

  function choose(option: SelectOption) {
    if (option.value === selectAllValue) {
      const here = new Set(choosable.map(({ value }) => value))
      onChosen(isAllChosen ? chosen.filter((value) => !here.has(value)) : [...new Set([...chosen, ...here])])
      return
    }
    const value = option.value as V
    if (!multiple) {
      onChosen([value])
      onOpenChange(false)
      return
    }
    onChosen(isChosen(value) ? chosen.filter((each) => each !== value) : [...chosen, value])
    if (isNew) changeSearch('')
  }

  const takeFirst = useEffectEvent(() => {
    const row = takesFirst.current ? rows[firstFound] : undefined
    takesFirst.current = false
    if (row) choose(row)
  })
  useEffect(() => {
    if (!isWaiting) takeFirst()
  }, [isWaiting])

  /** The value that a pasted text names, where the list, the server or the permission to type new ones knows it. */
  async function valueOf(part: string, signal: AbortSignal): Promise<V[]> {
    const isIt = (option: SelectOption<V>) => option.label === part || String(option.value) === part
    const listed = offered.find(isIt)
    if (listed) return [listed.value]
    // what cannot be asked is not chosen, as what is not there
    const page = await load?.(part, 0, signal).catch(() => undefined)
    const loaded = page?.options.find(isIt)
    if (loaded) return [loaded.value]
    return allowNew ? [part as V] : []
  }

  async function choosePasted(parts: string[]) {
    const { signal } = (pasting.current ??= new AbortController())
    const found: V[] = []
    // a few at a time: each that is not listed is a question to the server
    for (let at = 0; at < parts.length && !signal.aborted; at += lookUpsAtOnce)
      for (const values of await Promise.all(parts.slice(at, at + lookUpsAtOnce).map((part) => valueOf(part, signal))))
        found.push(...values)
    // what was chosen while the server was asked stays
    if (!signal.aborted) latest.current.onChosen([...new Set([...latest.current.chosen, ...found])])
  }

  function onPaste(event: ClipboardEvent) {
    const parts = splitPaste(event.clipboardData.getData('text'))
    if (!multiple || parts.length < 2) return
    event.preventDefault()
    changeSearch('')
    void choosePasted(parts)
  }

  function onKeyDown(event: KeyboardEvent) {
    // the keys of a word that is still being composed are the input method's
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setMovedTo(nextEnabled(rows, activeIndex, step))
    } else if (event.key === 'Enter' || (event.key === ' ' && !isSearchable)) {
      event.preventDefault()
      const row = rows[activeIndex]
      if (row && !row.disabled) choose(row)
      else if (typed !== '' && isWaiting) takesFirst.current = true
    } else if (event.key === 'Backspace' && search === '' && multiple && chosen.length > 0) {
      onChosen(chosen.slice(0, -1))
    } else if (event.key === 'Tab') {
      onOpenChange(false)
    } else if (!isSearchable && isLetter(event)) {
      ahead.current = typedAhead(ahead.current, event.key, event.timeStamp)
      const start = startingWith(rows, ahead.current.text)
      if (start >= 0) setMovedTo(start)
    }
  }

  /** Keys between the press that opens the list and its taking the focus: they are the list's already. */
  function onTriggerKeyDown(event: KeyboardEvent) {
    if (!isOpen || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // the dialog around it would close as well
      event.stopPropagation()
      onOpenChange(false)
    } else if (!isSearchable) onKeyDown(event)
    else if (isLetter(event)) {
      event.preventDefault()
      changeSearch((before) => before + event.key)
    } else if (event.key === 'Backspace' && search !== '') changeSearch((before) => before.slice(0, -1))
    else onKeyDown(event)
  }

  const text = chosen.map(labelOf).join(', ')
  const triggerProps = {
    anchor: triggerRef,
    isOpen,
    popup: 'listbox',
    onToggle: () => onOpenChange(!isOpen),
    attributes: {
      id,
      role: 'combobox',
      'aria-label': label,
      'aria-controls': isOpen ? listId : undefined,
      'aria-invalid': props.invalid || undefined,
      onKeyDown: onTriggerKeyDown,
    },
  } as const

  return (
    <>
      {props.trigger ? (
        <Trigger {...triggerProps} element={props.trigger(text)} />
      ) : (
        <SelectControl
          ref={controlRef}
          trigger={triggerProps}
          tags={chosen.map((value) => ({ key: `${typeof value}:${String(value)}`, label: labelOf(value), value }))}
          text={text}
          multiple={multiple}
          wrap={props.wrap ?? false}
          placeholder={props.placeholder ?? t(texts.placeholder)}
          size={size}
          disabled={props.disabled ?? false}
          invalid={props.invalid ?? false}
          loading={isLoading}
          clearable={props.clearable ?? multiple}
          open={isOpen}
          onRemove={(value) => onChosen(chosen.filter((each) => each !== value))}
          onClear={() => onChosen([])}
        />
      )}
      {isOpen ? (
        <PopoverPopup
          anchor={props.trigger ? triggerRef : controlRef}
          trigger={triggerRef}
          onClose={() => onOpenChange(false)}
          className={css.popup}
          label={label}
          initialFocus={isSearchable ? searchRef : listRef}
          onKeyDown={onKeyDown}
        >
          {isSearchable ? (
            <div className={css.search}>
              <input
                ref={searchRef}
                role="combobox"
                aria-label={t(texts.search, { label })}
                aria-expanded="true"
                aria-controls={listId}
                aria-autocomplete="list"
                aria-activedescendant={activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
                autoComplete="off"
                spellCheck={false}
                value={search}
                placeholder={t(props.newLabel ? texts.typeHere : texts.searchHere)}
                onChange={(event) => changeSearch(event.target.value)}
                // behind what was typed before it had the focus
                onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
                onPaste={onPaste}
              />
              {isLoading ? <SpinnerRing /> : null}
            </div>
          ) : null}
          {rows.length > 0 ? (
            <OptionList
              ref={listRef}
              id={listId}
              label={label}
              rows={rows}
              isChosen={(option) => (option.value === selectAllValue ? isAllChosen : isChosen(option.value as V))}
              multiple={multiple}
              activeIndex={activeIndex}
              onActive={setMovedTo}
              onChoose={choose}
              onEndReached={pages.loadMore}
              count={Math.max(rows.length, pages.count)}
              focusable={!isSearchable}
            />
          ) : null}
          {pages.error === undefined ? null : (
            <p className={css.error} role="alert">
              {pages.error}
            </p>
          )}
          {rows.length === 0 && !isWaiting && pages.error === undefined ? (
            <p className={css.empty}>{props.emptyText ?? t(texts.noData)}</p>
          ) : null}
        </PopoverPopup>
      ) : null}
    </>
  )
}

/** Whether a key writes, rather than commands. */
const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey

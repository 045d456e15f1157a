import type { ClipboardEvent, RefObject } from 'react'
import { SpinnerRing } from '../Spinner.tsx'
import { defineTexts, useText } from '../text.ts'
import { type SelectValue, splitPaste } from './options.ts'
import css from './Select.module.css'
import type { SelectBaseProps } from './selectProps.ts'
import type { OpenList } from './useOpenList.ts'
import type { SelectRows } from './useSelectRows.ts'

const texts = defineTexts('ui.selectSearch', {
  search: 'Search {label}',
  searchHere: 'Search',
  typeHere: 'Search, or enter a new value',
})

interface SelectSearchProps<V extends SelectValue> extends SelectBaseProps<V> {
  ref: RefObject<HTMLInputElement | null>
  listId: string
  list: OpenList<V>
  rows: SelectRows<V>
  /** the parts of a pasted text */
  onPasteList: (parts: string[]) => void
}

/** The search field above a list. It keeps the focus while the active row moves. */
export function SelectSearch<V extends SelectValue>({
  ref,
  listId,
  list,
  rows,
  onPasteList,
  ...props
}: SelectSearchProps<V>) {
  const t = useText()
  const hasRows = rows.rows.length > 0

  function onPaste(event: ClipboardEvent) {
    const parts = splitPaste(event.clipboardData.getData('text'))
    if (!props.multiple || parts.length < 2) return
    event.preventDefault()
    list.changeSearch('')
    onPasteList(parts)
  }

  return (
    <div className={css.search}>
      <input
        ref={ref}
        role="combobox"
        aria-label={t(texts.search, { label: props.label })}
        // there is no list to point to if nothing was found or the list is loading
        aria-expanded={hasRows}
        aria-controls={hasRows ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={rows.activeIndex >= 0 ? `${listId}-${rows.activeIndex}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={list.search}
        placeholder={t(props.newLabel ? texts.typeHere : texts.searchHere)}
        onChange={(event) => list.changeSearch(event.target.value)}
        // places the cursor after the text that was typed before the field had the focus
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onPaste={onPaste}
      />
      {rows.isLoading ? <SpinnerRing /> : null}
    </div>
  )
}

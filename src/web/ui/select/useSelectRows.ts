import { useMemo } from 'react'
import { defineTexts, useText } from '../text.ts'
import { chosenFirst, firstMatch, listRows, matching, type SelectOption, type SelectValue } from './options.ts'
import type { SelectBaseProps } from './selectProps.ts'
import type { OpenList } from './useOpenList.ts'
import { useOptionPages } from './useOptionPages.ts'

const texts = defineTexts('ui.selectRows', {
  selectAll: 'Select all ({count, number})',
})

/** The rows of a select's list, from its options or from pages of the server, matching the search. */
export function useSelectRows<V extends SelectValue>(props: SelectBaseProps<V>, list: OpenList<V>) {
  const { options, load, multiple, chosen } = props
  const { search, chosenAtOpen } = list
  const t = useText()
  const pages = useOptionPages(load, search, list.isOpen)
  const offered = useMemo(() => (load ? pages.options : (options ?? [])), [load, pages.options, options])
  const labels = useMemo(() => new Map(offered.map((option) => [option.value, option.label])), [offered])
  const labelOf = (value: V) => labels.get(value) ?? props.labelOf?.(value) ?? String(value)

  const unlisted = chosenAtOpen
    .filter((value) => !labels.has(value))
    .map((value): SelectOption<V> => ({ value, label: labelOf(value) }))
  // until the response to a search arrives, the loaded entries are searched
  const isAnswered = load !== undefined && search !== '' && pages.search === search
  const found = isAnswered ? [...offered] : matching(chosenFirst([...unlisted, ...offered], chosenAtOpen), search)
  const { rows, choosable, isNew, hasSelectAll } = listRows<V>({
    found,
    typed: props.allowNew ? search.trim() : '',
    newLabel: props.newLabel,
    selectAll: multiple && pages.options.length >= pages.count,
    selectAllLabel: (count) => t(texts.selectAll, { count }),
  })
  const firstFound = firstMatch(rows, hasSelectAll ? 1 : 0)
  const isLoading = props.loading === true || pages.isLoading
  return {
    rows,
    /** total number of entries, if not all are loaded */
    count: Math.max(rows.length, pages.count),
    choosable,
    offered,
    labelOf,
    isNew,
    isAllChosen: choosable.every(({ value }) => chosen.includes(value)),
    firstFound,
    activeIndex: list.movedTo ?? (search.trim() === '' ? -1 : firstFound),
    isLoading,
    isWaiting: isLoading || (load !== undefined && pages.search !== search),
    error: pages.error,
    loadMore: pages.loadMore,
  }
}

export type SelectRows<V extends SelectValue> = ReturnType<typeof useSelectRows<V>>

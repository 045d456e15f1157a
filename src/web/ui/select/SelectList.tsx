import type { RefObject } from 'react'
import { defineTexts, useText } from '../text.ts'
import { OptionList } from './OptionList.tsx'
import { type SelectOption, type SelectValue, selectAllValue } from './options.ts'
import css from './Select.module.css'
import type { SelectRows } from './useSelectRows.ts'

const texts = defineTexts('ui.selectList', { noData: 'No data' })

interface SelectListProps<V extends SelectValue> {
  ref: RefObject<HTMLDivElement | null>
  id: string
  label: string
  rows: SelectRows<V>
  chosen: readonly V[]
  multiple: boolean
  focusable: boolean
  emptyText: string | undefined
  onActive: (index: number) => void
  onChoose: (option: SelectOption) => void
}

/** The entries of an open select, or the reason why there are none. */
export function SelectList<V extends SelectValue>({ rows, chosen, emptyText, ...props }: SelectListProps<V>) {
  const t = useText()
  const isEmpty = rows.rows.length === 0
  return (
    <>
      {isEmpty ? null : (
        <OptionList
          {...props}
          rows={rows.rows}
          isChosen={({ value }) => (value === selectAllValue ? rows.isAllChosen : chosen.includes(value as V))}
          activeIndex={rows.activeIndex}
          onEndReached={rows.loadMore}
          count={rows.count}
        />
      )}
      {rows.error === undefined ? null : (
        <p className={css.error} role="alert">
          {rows.error}
        </p>
      )}
      {isEmpty && !rows.isWaiting && rows.error === undefined ? (
        <p className={css.empty}>{emptyText ?? t(texts.noData)}</p>
      ) : null}
    </>
  )
}

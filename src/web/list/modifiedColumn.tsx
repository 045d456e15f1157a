import type { ReactNode } from 'react'
import type { ColumnDefinition } from './listDefinition.ts'
import { recentColumn } from './listState.ts'
import { ModifiedText } from './Modified.tsx'

/** The column with the time of the last change, as wide as the longest text in any language. */
export const modifiedColumn = <T,>(label: string, cell: (item: T) => ReactNode): ColumnDefinition<T> => ({
  key: 'modified',
  label,
  width: 160,
  sort: recentColumn,
  isQuiet: true,
  hiddenBelow: 'narrow',
  cell,
})

interface Modified {
  changed_on_delta_humanized: string
  changed_by: Parameters<typeof ModifiedText>[0]['by']
}

/** The same for lists that contain the time as a text. */
export const modifiedTextColumn = <T extends Modified>(label: string): ColumnDefinition<T> =>
  modifiedColumn(label, ({ changed_on_delta_humanized: text, changed_by: by }) => <ModifiedText text={text} by={by} />)

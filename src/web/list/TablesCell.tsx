import type { NamedTable } from '../../model/sqlLab/savedQueryForm.ts'
import { Tooltip } from '../ui/Tooltip.tsx'

/** The tables of a query: the first one, and the number of the others. */
export function TablesCell({ tables }: { tables: readonly NamedTable[] | undefined }) {
  const names = (tables ?? []).map(({ schema, table }) => [schema, table].filter((part) => part !== null).join('.'))
  const [first] = names
  if (first === undefined) return null
  if (names.length === 1) return first
  return (
    <Tooltip text={names.join(', ')}>
      <span>{`${first} (+${names.length - 1})`}</span>
    </Tooltip>
  )
}

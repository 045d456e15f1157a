import type { DataMask } from '../../../../model/dashboard/dataMask.ts'
import type { QueryColumn } from '../../../../model/query/queryObject.ts'
import type { DrawInput } from '../../contract.ts'
import { groupMask } from '../../crossFilter.ts'
import { readGroups } from '../../groups.ts'

/** The masks of marks that filter by the value of a column in their row. */
export const maskOfColumn =
  ({ data, filterState }: Pick<DrawInput<unknown>, 'data' | 'filterState'>, column: QueryColumn | undefined) =>
  (row: number): DataMask | null => {
    if (column === undefined) return null
    const groups = readGroups(data[0], [column])
    return groupMask([column], { label: groups.texts(row)[0] ?? '', groupValues: groups.values(row) }, filterState)
  }

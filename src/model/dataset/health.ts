import { parseObject } from '../wire/json.ts'

interface Described {
  /** JSON text; `health_check.message` is what a check of the installation reported */
  extra: string | null
  main_dttm_col: string | null
  columns: readonly { column_name: string }[]
}

/**
 * Why charts on a dataset may fail: the stored result of a check, or else an error in its own settings; null if there
 * is none. No query is run.
 */
export function healthMessage({ extra, main_dttm_col, columns }: Described): string | null {
  const { health_check: check } = parseObject(extra) as { health_check?: { message?: unknown } | null }
  if (typeof check?.message === 'string' && check.message !== '') return check.message
  if (columns.length === 0) return 'This dataset has no columns. Edit it and sync its columns from the source.'
  if (main_dttm_col && !columns.some(({ column_name }) => column_name === main_dttm_col))
    return `The default datetime column "${main_dttm_col}" is not a column of this dataset.`
  return null
}

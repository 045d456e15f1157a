import { useControlSource } from '../source.ts'
import { SqlInput } from './SqlInput.tsx'
import type { SqlInputProps } from './sqlProps.ts'

/** An SQL expression on the columns of the chart's dataset. */
export function SqlField(props: Omit<SqlInputProps, 'columns'>) {
  const { dataset } = useControlSource()
  return <SqlInput {...props} columns={dataset.columns} />
}

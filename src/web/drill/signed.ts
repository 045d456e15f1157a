import { trueMinus } from '../../charts/shared/trueMinus.ts'

/** The number format of a metric. */
export type Write = (value: number) => string

/** A change with its sign. */
export const signed = (write: Write, change: number) => (change > 0 ? `+${write(change)}` : trueMinus(write(change)))

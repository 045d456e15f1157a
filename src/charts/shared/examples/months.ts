/** A time column of an example. */
export interface TimeValues {
  times: number[]
}

/** The first days of this many months, starting in January 2024. */
export const months = (count: number): TimeValues => ({
  times: Array.from({ length: count }, (_, month) => Date.UTC(2024, month, 1)),
})

/** This many days, starting on Monday, 1 January 2024. */
export const days = (count: number): TimeValues => ({
  times: Array.from({ length: count }, (_, day) => Date.UTC(2024, 0, 1 + day)),
})

import { createContext } from 'react'

/** The time zone of the surrounding dashboard; undefined: that of the reader. */
export const ShownZone = createContext<string | undefined>(undefined)

/** The dataset whose calendar counts weeks and fiscal years; undefined: that of the workspace does. */
export const CalendarDataset = createContext<number | undefined>(undefined)

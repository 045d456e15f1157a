import { createContext } from 'react'

/** The time zone of the surrounding dashboard; undefined: that of the reader. */
export const ShownZone = createContext<string | undefined>(undefined)

/** The dataset whose calendar defines weeks and fiscal years; undefined: the calendar of the workspace. */
export const CalendarDataset = createContext<number | undefined>(undefined)

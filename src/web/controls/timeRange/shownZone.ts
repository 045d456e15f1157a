import { createContext } from 'react'

/** The time zone of the dashboard around a control; undefined: that of the reader. */
export const ShownZone = createContext<string | undefined>(undefined)

import { createContext } from 'react'

/** The time zone of the surrounding dashboard; undefined: that of the reader. */
export const ShownZone = createContext<string | undefined>(undefined)

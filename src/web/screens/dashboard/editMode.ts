import { createContext, useContext } from 'react'

/** Whether the open dashboard is being edited, and the ways in and out. */
export interface EditMode {
  isEditing: boolean
  enter: () => void
  /** back to looking at it; `reload` reads it anew from the server */
  leave: (options: { reload: boolean }) => void
}

export const EditModeContext = createContext<EditMode | undefined>(undefined)

/** Undefined where the dashboard cannot be edited: embedded, or shown without its chrome. */
export function useEditMode(): EditMode | undefined {
  return useContext(EditModeContext)
}

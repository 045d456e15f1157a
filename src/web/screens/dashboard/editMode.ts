import { createContext, useContext } from 'react'

/** Whether the open dashboard is being edited, and functions to enter and leave edit mode. */
export interface EditMode {
  isEditing: boolean
  enter: () => void
  /** returns to view mode; `reload` loads the dashboard again from the server */
  leave: (options: { reload: boolean }) => void
}

export const EditModeContext = createContext<EditMode | undefined>(undefined)

/** Undefined if the dashboard cannot be edited: embedded, or shown without its header. */
export function useEditMode(): EditMode | undefined {
  return useContext(EditModeContext)
}

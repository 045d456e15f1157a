import type { ExploreForm } from '../../../../model/explore/exploreState.ts'

/** Controls that changed since the address was written, for a reload within that second. One entry per browser tab. */
const key = 'sextant.explore.unsaved'

interface Unsaved {
  search: string
  form: ExploreForm
}

export function rememberUnsaved(form: ExploreForm): void {
  const unsaved: Unsaved = { search: window.location.search, form }
  try {
    sessionStorage.setItem(key, JSON.stringify(unsaved))
  } catch {
    // if the storage is full, changes of the last second are lost on a reload
  }
}

export const forgetUnsaved = (): void => sessionStorage.removeItem(key)

/** The stored controls for the current address. */
export function unsavedForm(): ExploreForm | undefined {
  try {
    const unsaved = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Unsaved | null
    return unsaved?.search === window.location.search ? unsaved.form : undefined
  } catch {
    return undefined
  }
}

import type { ExploreForm } from '../../../../model/explore/exploreState.ts'

/** Controls that changed since the address was written, for a reload within that second. One for each browser tab. */
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
    // a full store costs the changes of one second, and only on a reload
  }
}

export const forgetUnsaved = (): void => sessionStorage.removeItem(key)

/** What was remembered for the address that stands in the window now. */
export function unsavedForm(): ExploreForm | undefined {
  try {
    const unsaved = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Unsaved | null
    return unsaved?.search === window.location.search ? unsaved.form : undefined
  } catch {
    return undefined
  }
}

import type { ExploreForm } from '../../../../model/explore/exploreState.ts'

/**
 * Controls that changed after the address was last written, so that a reload does not lose them. One entry per browser
 * tab.
 */
const key = 'sextant.explore.unsaved'
/**
 * A reload that begins at the moment of a change of the address may open the previous address. Documents that begin to
 * load within this time in ms after the change are treated as such reloads.
 */
const reloadDelayMs = 1000

interface Unsaved {
  search: string
  form: ExploreForm
  /** when the address got these controls, and the start of the document that wrote it; both are epochs in ms */
  stored?: { at: number; page: number }
}

export const rememberUnsaved = (form: ExploreForm): void => write({ search: window.location.search, form })

function write(unsaved: Unsaved): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(unsaved))
  } catch {
    // if the storage is full, changes of the last second are lost on a reload
  }
}

export const forgetUnsaved = (): void => sessionStorage.removeItem(key)

/**
 * Called when the next address contains the controls. A reload that has already begun still opens the previous address,
 * which lacks them.
 */
export function markStored(): void {
  const unsaved = read()
  if (unsaved) write({ ...unsaved, stored: { at: Date.now(), page: performance.timeOrigin } })
}

/** The stored controls for the current address. */
export function unsavedForm(): ExploreForm | undefined {
  const unsaved = read()
  if (unsaved?.search !== window.location.search) return undefined
  const { form, stored } = unsaved
  const isReloading =
    stored?.page !== performance.timeOrigin && performance.timeOrigin <= (stored?.at ?? 0) + reloadDelayMs
  return stored === undefined || isReloading ? form : undefined
}

function read(): Unsaved | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Unsaved | null) ?? undefined
  } catch {
    return undefined
  }
}

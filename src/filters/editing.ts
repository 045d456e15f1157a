import { use } from 'react'
import { filterTypes } from './index.ts'
import type { FilterDefinition } from './shared/defineFilter.ts'
import type { FilterSettings } from './shared/filterSettings.ts'

/** A filter type with its form. */
export interface EditedFilterType extends FilterSettings {
  definition: FilterDefinition
}

/** The filter types by their saved `filterType`, in the order of the list. */
export type EditedFilterTypes = ReadonlyMap<string, EditedFilterType>

let loading: Promise<EditedFilterTypes> | undefined

export function loadEditedFilterTypes(): Promise<EditedFilterTypes> {
  loading ??= load()
  return loading
}

function load(): Promise<EditedFilterTypes> {
  const promise = loadTypes()
  promise.then(
    // `use` reads these fields: a form that opens later renders at once
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    // after a failed load, the next form that opens loads again
    () => (loading = undefined),
  )
  return promise
}

async function loadTypes(): Promise<EditedFilterTypes> {
  const types = filterTypes.map(async (definition) => {
    const { default: settings } = await definition.settings()
    return [definition.type, { ...settings, definition }] as const
  })
  return new Map(await Promise.all(types))
}

/**
 * Every filter type with its form; suspends until they are loaded. `use` is called even if they are loaded already:
 * React resumes a suspended rendering at its `use` call, and without that call it would not find the hooks that follow.
 */
export const useEditedFilterTypes = (): EditedFilterTypes => use(loadEditedFilterTypes())

/** The type of a saved filter; an unknown type is edited as the first one in the list. */
export function editedTypeOf(types: EditedFilterTypes, entry: Readonly<Record<string, unknown>>): EditedFilterType {
  const [first] = types.values()
  const type = types.get(String(entry['filterType'])) ?? first
  if (!type) throw new Error('There are no filter types')
  return type
}

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

let loaded: EditedFilterTypes | undefined
let loading: Promise<EditedFilterTypes> | undefined

export function loadEditedFilterTypes(): Promise<EditedFilterTypes> {
  loading ??= load()
  // the next form that opens tries again
  loading.catch(() => (loading = undefined))
  return loading
}

async function load(): Promise<EditedFilterTypes> {
  const types = filterTypes.map(async (definition) => {
    const { default: settings } = await definition.settings()
    return [definition.type, { ...settings, definition }] as const
  })
  loaded = new Map(await Promise.all(types))
  return loaded
}

/** Every filter type with its form; suspends until they are loaded. */
export const useEditedFilterTypes = (): EditedFilterTypes => loaded ?? use(loadEditedFilterTypes())

/** The type of a saved filter; an unknown one is edited as the first of the list. */
export function editedTypeOf(types: EditedFilterTypes, entry: Readonly<Record<string, unknown>>): EditedFilterType {
  const [first] = types.values()
  const type = types.get(String(entry['filterType'])) ?? first
  if (!type) throw new Error('There are no filter types')
  return type
}

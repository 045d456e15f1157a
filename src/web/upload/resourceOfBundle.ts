import { strFromU8, unzipSync } from 'fflate'
import { ownValue } from '../../model/basics/ownValue.ts'
import type { Resource } from '../api/list.ts'

const resources: Record<string, Resource> = {
  Dashboard: 'dashboard',
  Slice: 'chart',
  SqlaTable: 'dataset',
  SavedQuery: 'saved_query',
  Database: 'database',
}
const mostBytes = 65_536

/** The kind of objects in the metadata of a bundle; undefined if it contains something else, or is not a bundle. */
export async function resourceOfBundle(file: File): Promise<Resource | undefined> {
  // exports in a single file, from before bundles existed
  if (/\.json$/i.test(file.name)) return 'dashboard'
  if (/\.ya?ml$/i.test(file.name)) return 'dataset'
  try {
    const files = unzipSync(new Uint8Array(await file.arrayBuffer()), {
      filter: ({ name, originalSize }) => /^([^/]+\/)?metadata\.yaml$/.test(name) && originalSize < mostBytes,
    })
    const [metadata] = Object.values(files)
    const type = metadata && /^type:\s*['"]?(\w+)/m.exec(strFromU8(metadata))?.[1]
    return type === undefined ? undefined : ownValue(resources, type)
  } catch {
    // the file cannot be read as a ZIP; the server reports the reason
    return undefined
  }
}

import type { ThumbnailModule } from './shared/contract.ts'

const loading = new Map<string, Promise<ThumbnailModule>>()

/** The thumbnail of a type by its folder name. Returns the same promise each time. */
export function loadThumbnail(folder: string): Promise<ThumbnailModule> {
  const known = loading.get(folder)
  if (known) return known
  const promise = import(`./${folder}/thumbnail.tsx`) as Promise<ThumbnailModule>
  // after a failed load, the next call loads the chunk again
  promise.catch(() => loading.delete(folder))
  loading.set(folder, promise)
  return promise
}

import type { ThumbnailModule } from './shared/contract.ts'

const loading = new Map<string, Promise<ThumbnailModule>>()

/** The thumbnail of a type by its folder name; always the same promise. */
export function loadThumbnail(folder: string): Promise<ThumbnailModule> {
  const known = loading.get(folder)
  if (known) return known
  const promise = import(`./${folder}/thumbnail.tsx`) as Promise<ThumbnailModule>
  // a chunk that did not arrive is asked for again at the next try
  promise.catch(() => loading.delete(folder))
  loading.set(folder, promise)
  return promise
}

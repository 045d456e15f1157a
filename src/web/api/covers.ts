import { queryOptions } from '@tanstack/react-query'
import { getResponse } from './client.ts'
import { inTurn } from './inTurn.ts'

export interface CoverRequest {
  kind: 'chart' | 'dashboard'
  /** id or slug of a dashboard */
  id: number | string
  theme: 'light' | 'dark'
  /** for a row of a list instead of a card */
  isSmall: boolean
}

/**
 * The cover of a chart or dashboard as the address of an image; null if its data is not cached. A cover is fresh for
 * half a minute like all data. A missing one is requested again each time, because it may exist as soon as the user has
 * opened the chart.
 */
export function coverQuery({ kind, id, theme, isSmall }: CoverRequest) {
  return queryOptions<string | null>({
    queryKey: ['covers', kind, id, theme, isSmall],
    retry: false,
    staleTime: ({ state }) => (state.data ? 30_000 : 0),
    queryFn: ({ signal }) =>
      inTurn(signal, async () => {
        const response = await getResponse(`/api/v1/${kind}/${encodeURIComponent(id)}/cover/`, {
          query: { theme, size: isSmall ? 'row' : 'card' },
          headers: { accept: 'image/png' },
          signal,
        })
        const isImage = response.status === 200 && response.headers.get('content-type') === 'image/png'
        return isImage ? imageAddress(new Uint8Array(await response.arrayBuffer())) : null
      }),
  })
}

/** A small PNG file as a data URL: nothing has to be released later. */
const imageAddress = (bytes: Uint8Array) =>
  `data:image/png;base64,${btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))}`

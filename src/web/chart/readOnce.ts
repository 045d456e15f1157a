import { getJson } from '../api/client.ts'
import { queryClient } from '../api/queryClient.ts'

/** Reads an address of this server, and caches the response while the page is open. */
export const readOnce = (address: string): Promise<unknown> =>
  queryClient.fetchQuery({
    queryKey: [address],
    queryFn: ({ signal }) => getJson<unknown>(address, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

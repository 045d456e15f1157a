import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './failure.ts'

/** The cache of server data. A response is fresh for half a minute; an error response is not retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
      refetchOnWindowFocus: false,
      // the server may be on this computer: offline detection by the browser is irrelevant
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

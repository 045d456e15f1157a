import { useQueryClient } from '@tanstack/react-query'
import { chartsIn } from '../../../../model/dashboard/layout.ts'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useSession } from '../state/session.ts'

const texts = defineTexts('dashboard.refresh', { refreshing: 'Refreshing charts' })

/** Reloads all charts, without the cache, and the options of the filters. */
export function useRefreshAll(): () => void {
  const t = useText()
  const queryClient = useQueryClient()
  const { store, loader } = useSession()
  return () => {
    loader.refresh(chartsIn(store.getState().layout.root))
    void queryClient.invalidateQueries({ queryKey: ['filterOptions'] })
    toast.success(t(texts.refreshing), { noDuplicate: true })
  }
}

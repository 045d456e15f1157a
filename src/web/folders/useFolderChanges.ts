import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../api/failure.ts'
import { type FoldedKind, placeObjects } from '../api/folders.ts'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'

const texts = defineTexts('folderChanges', {
  moved: '{count, plural, one {Moved to {folder}} other {Moved # to {folder}}}',
  removed: '{count, plural, one {Taken out of its folder} other {Taken out of their folders: #}}',
  failed: 'There was an issue with the folder: {message}',
})

const listKeys = { Dashboard: 'dashboards', Chart: 'charts', Dataset: 'datasets' } as const

/** Changes of folders, after which the lists and the folders are loaded again. */
export function useFolderChanges(kind: FoldedKind) {
  const t = useText()
  const queryClient = useQueryClient()

  /** Returns whether it was done; a failure is told. */
  async function run(change: () => Promise<unknown>): Promise<boolean> {
    try {
      await change()
      return true
    } catch (error) {
      toast.danger(t(texts.failed, { message: messageOf(error) }))
      return false
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['folders'] })
      void queryClient.invalidateQueries({ queryKey: [listKeys[kind]] })
    }
  }

  return {
    run,
    async move(ids: readonly number[], folder: { id: number; name: string } | { isPersonal: boolean }) {
      const isOut = !('id' in folder)
      const place = isOut ? { folder_id: null, is_personal: folder.isPersonal } : { folder_id: folder.id }
      const isDone = await run(() => placeObjects({ kind, ids, ...place }))
      if (!isDone) return false
      const count = ids.length
      toast.success(isOut ? t(texts.removed, { count }) : t(texts.moved, { count, folder: folder.name }))
      return true
    },
  }
}

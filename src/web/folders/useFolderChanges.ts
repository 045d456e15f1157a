import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../api/failure.ts'
import { type FoldedKind, type FolderPlaced, placeObjects } from '../api/folders.ts'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'

const texts = defineTexts('folderChanges', {
  moved: '{count, plural, one {Moved to {folder}} other {Moved # to {folder}}}',
  removed: '{count, plural, one {Removed from its folder} other {Removed from their folders: #}}',
  undo: 'Undo',
  failed: 'There was an issue with the folder: {message}',
})

const listKeys = { Dashboard: 'dashboards', Chart: 'charts', Dataset: 'datasets' } as const

/** The target of a move: a folder, or no folder: the objects leave their shared or their personal folder. */
export type MoveTarget = { id: number; name: string; is_personal: boolean } | { isPersonal: boolean }

/** Changes folders, and loads the lists and the folders again afterwards. */
export function useFolderChanges(kind: FoldedKind) {
  const t = useText()
  const queryClient = useQueryClient()

  /** Returns whether it succeeded and the folders are loaded again; a failure is shown in a message. */
  async function run(change: () => Promise<unknown>): Promise<boolean> {
    let isDone = true
    try {
      await change()
    } catch (error) {
      toast.danger(t(texts.failed, { message: messageOf(error) }))
      isDone = false
    }
    void queryClient.invalidateQueries({ queryKey: [listKeys[kind]] })
    await queryClient.invalidateQueries({ queryKey: ['folders'] })
    return isDone
  }

  /** Moves objects back to their previous folders. */
  function undo(before: FolderPlaced['before'], isPersonal: boolean): Promise<boolean> {
    return run(async () => {
      for (const [folderId, objects] of Map.groupBy(before, (object) => object.folder_id))
        await placeObjects({ kind, ids: objects.map(({ id }) => id), folder_id: folderId, is_personal: isPersonal })
    })
  }

  return {
    run,
    async move(ids: readonly number[], target: MoveTarget) {
      const isOut = !('id' in target)
      const isPersonal = isOut ? target.isPersonal : target.is_personal
      let before: FolderPlaced['before'] = []
      const isDone = await run(async () => {
        const place = { kind, ids, folder_id: isOut ? null : target.id, is_personal: isPersonal }
        before = (await placeObjects(place)).before
      })
      if (!isDone) return false
      const count = ids.length
      toast.success(isOut ? t(texts.removed, { count }) : t(texts.moved, { count, folder: target.name }), {
        action: { label: t(texts.undo), onSelect: () => void undo(before, isPersonal) },
      })
      return true
    },
  }
}

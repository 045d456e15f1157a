import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../api/failure.ts'
import { restoreFromTrash } from '../api/trash.ts'
import type { VersionKind } from '../api/versions.ts'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import type { ListDefinition } from './listDefinition.ts'

const texts = defineTexts('listDeletion', {
  deleted: 'Deleted: {title}',
  undo: 'Undo',
  restoreFailed: 'There was an issue restoring: {message}',
  deleteFailed: 'There was an issue deleting {title}: {message}',
})

/** The objects that a list page deletes: one object or the selected ones. */
export type Deletion<T> = { item: T } | { ids: number[] }

/** Asks for confirmation before it deletes. */
export function useListDeletion<T extends { id: number }>() {
  const t = useText()
  const queryClient = useQueryClient()
  const [deletion, setDeletion] = useState<Deletion<T>>()

  /** Deletes the objects; `onDeleted` is called before the list is reloaded. */
  async function confirm(definition: ListDefinition<T>, onDeleted: (ids: readonly number[], isBulk: boolean) => void) {
    if (!deletion || !definition.remove) return
    const isBulk = 'ids' in deletion
    const ids = isBulk ? deletion.ids : [deletion.item.id]
    const title = isBulk ? '' : definition.titleOf(deletion.item)
    try {
      const { message } = await definition.remove(ids)
      const { trash, queryKeyRoot } = definition
      const undo = trash && { label: t(texts.undo), onSelect: () => void restore(trash, ids, queryKeyRoot) }
      toast.success(isBulk ? message : t(texts.deleted, { title }), { action: undo })
      onDeleted(ids, isBulk)
      await queryClient.invalidateQueries({ queryKey: [definition.queryKeyRoot] })
    } catch (error) {
      const message = messageOf(error)
      toast.danger(isBulk ? (definition.bulkFailure?.(message) ?? message) : t(texts.deleteFailed, { title, message }))
    }
    setDeletion(undefined)
  }

  async function restore(kind: VersionKind, ids: readonly number[], queryKeyRoot: string): Promise<void> {
    try {
      await restoreFromTrash(kind, ids)
      await queryClient.invalidateQueries({ queryKey: [queryKeyRoot] })
    } catch (error) {
      toast.danger(t(texts.restoreFailed, { message: messageOf(error) }))
    }
  }

  return { deletion, ask: setDeletion, cancel: () => setDeletion(undefined), confirm }
}

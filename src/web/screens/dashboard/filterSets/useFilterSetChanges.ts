import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import type { DataMasks } from '../../../../model/dashboard/dashboardState.ts'
import { currentUser } from '../../../api/bootstrap.ts'
import { messageOf } from '../../../api/failure.ts'
import { changeFilterSet, createFilterSet, deleteFilterSet, filterSetsQuery } from '../../../api/filterSets.ts'
import { toast } from '../../../ui/toast.ts'
import { mayEdit } from '../header/mayEdit.ts'
import { useSession } from '../state/session.ts'
import { type FilterSet, writeFilterSet } from './filterSets.ts'

/** Saves changes of the filter sets; a failure shows the server's message. */
export function useFilterSetChanges(sets: readonly FilterSet[]) {
  const { item } = useSession()
  const queryClient = useQueryClient()
  const { userId } = currentUser
  const isEditor = mayEdit(item)
  const change = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: (error) => toast.danger(messageOf(error)),
    onSettled: () => queryClient.invalidateQueries(filterSetsQuery(item.id)),
  })
  return {
    isBusy: change.isPending,
    /** A set of the dashboard can be changed by its editors, a set of a user by that user. */
    mayChange: (set: FilterSet) => (set.userId === undefined ? isEditor : set.userId === userId),
    /** Editors save sets for everybody, other users for themselves. */
    create: (name: string, filters: readonly NativeFilter[], masks: DataMasks) =>
      change.mutateAsync(() =>
        createFilterSet(item.id, {
          name,
          json_metadata: writeFilterSet(filters, masks),
          ...(isEditor || userId === undefined
            ? { owner_type: 'Dashboard', owner_id: item.id }
            : { owner_type: 'User', owner_id: userId }),
        }),
      ),
    save: (set: FilterSet, name: string, filters: readonly NativeFilter[], masks: DataMasks) =>
      change.mutateAsync(() =>
        changeFilterSet(item.id, set.id, { name, json_metadata: writeFilterSet(filters, masks, set.isView) }),
      ),
    remove: (set: FilterSet) => change.mutate(() => deleteFilterSet(item.id, set.id)),
    /** Sets whether the dashboard opens with this set for the user. A set of the dashboard is copied for the user. */
    setView: (set: FilterSet, isView: boolean, name: string) =>
      change.mutate(async () => {
        if (userId === undefined) return
        const before = sets.filter((other) => other.isView && other.userId === userId && other.id !== set.id)
        for (const other of before) {
          await changeFilterSet(item.id, other.id, { json_metadata: writeFilterSet(other.filters, other.masks) })
        }
        const json_metadata = writeFilterSet(set.filters, set.masks, isView)
        if (set.userId === userId) await changeFilterSet(item.id, set.id, { json_metadata })
        else await createFilterSet(item.id, { name, json_metadata, owner_type: 'User', owner_id: userId })
      }),
  }
}

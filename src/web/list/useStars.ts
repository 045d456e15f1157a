import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '../api/failure.ts'
import { favouriteStatusQuery, type Starred, useFavourite } from '../api/favourites.ts'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'

const texts = defineTexts('stars', {
  loadFailed: 'There was an error fetching the favorite status: {message}',
  saveFailed: 'There was an error saving the favorite status: {message}',
})

interface Stars {
  /** ids of the starred objects; undefined until they are known */
  ids: ReadonlySet<number> | undefined
  set: (id: number, isStarred: boolean) => void
}

/** The objects among `ids` that the user has starred, and a function that sets or removes a star. */
export function useStars(kind: Starred, ids: readonly number[]): Stars {
  const t = useText()
  const { data, error } = useQuery(favouriteStatusQuery(kind, ids))
  const favourite = useFavourite(kind)
  const onFailed = useEffectEvent((failure: Error) =>
    toast.danger(t(texts.loadFailed, { message: messageOf(failure) }), { noDuplicate: true }),
  )
  useEffect(() => {
    if (error) onFailed(error)
  }, [error])
  return {
    ids: data,
    set: (id, isStarred) =>
      favourite.mutate(
        { id, isStarred },
        { onError: (failure) => toast.danger(t(texts.saveFailed, { message: messageOf(failure) })) },
      ),
  }
}

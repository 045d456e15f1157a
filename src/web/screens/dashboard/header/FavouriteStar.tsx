import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useEffect } from 'react'
import { isSignedIn } from '../../../api/bootstrap.ts'
import { favouriteStatusQuery, useFavourite } from '../../../api/favourites.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import css from './DashboardHeader.module.css'

const texts = defineTexts('dashboard.star', {
  star: 'Click to favorite/unfavorite',
  statusFailed: 'There was an issue fetching the favorite status of this dashboard.',
  failed: 'There was an issue favoriting this dashboard.',
})

/** The user's star. */
export function FavouriteStar({ id }: { id: number }) {
  const t = useText()
  const status = useQuery({ ...favouriteStatusQuery('dashboard', [id]), enabled: isSignedIn })
  const favourite = useFavourite('dashboard')
  const isStarred = status.data?.has(id) === true
  const isLost = status.isError
  useEffect(() => {
    if (isLost) toast.danger(t(texts.statusFailed), { noDuplicate: true })
  }, [isLost, t])
  if (!isSignedIn) return null
  return (
    <IconButton
      size="xs"
      label={t(texts.star)}
      aria-pressed={isStarred}
      className={css.star}
      data-on={isStarred ? '' : undefined}
      icon={<Star size={16} />}
      onClick={() => favourite.mutate({ id, isStarred: !isStarred }, { onError: () => toast.danger(t(texts.failed)) })}
    />
  )
}

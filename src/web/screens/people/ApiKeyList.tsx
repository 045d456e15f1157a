import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiKeyRow, apiKeysQuery, type KeyOwner, revokeApiKey } from '../../api/apiKeys.ts'
import { messageOf } from '../../api/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './ApiKeys.module.css'

const texts = defineTexts('apiKeyList', {
  label: 'API keys',
  none: 'No API keys.',
  read: 'Read only',
  all: 'Everything',
  expired: 'Expired',
  expires: 'Expires {time}',
  used: 'last used {time} from {address}',
  unused: 'never used',
  revoke: 'Revoke',
  revokeNamed: 'Revoke {name}',
  question: 'Programs with the key <b>{name}</b> lose access at once. Revoke it?',
  revoked: 'The key was revoked.',
})

/** The API keys of a user: scope, expiry and last use of each. */
export function ApiKeyList({ owner, canRevoke }: { owner: KeyOwner; canRevoke: boolean }) {
  const t = useText()
  const rich = useRichText()
  const queryClient = useQueryClient()
  const { data, error } = useQuery(apiKeysQuery(owner))
  const [asked, setAsked] = useState<ApiKeyRow>()

  async function revoke(key: ApiKeyRow) {
    try {
      await revokeApiKey(owner, key.id)
      toast.success(t(texts.revoked))
    } catch (failure) {
      toast.danger(messageOf(failure))
    }
    setAsked(undefined)
    await queryClient.invalidateQueries({ queryKey: ['apiKeys'] })
  }

  if (error) return <Banner tone="danger">{messageOf(error)}</Banner>
  if (!data) return <Spinner />
  if (data.result.length === 0) return <p className={css.none}>{t(texts.none)}</p>
  return (
    <>
      <ul className={css.list} aria-label={t(texts.label)}>
        {data.result.map((key) => (
          <li key={key.id} className={css.key}>
            <div className={css.about}>
              <div className={css.title}>
                <span className={css.name}>{key.name}</span>
                <Tag tone={key.scope === 'read' ? 'neutral' : 'info'}>{t(texts[key.scope])}</Tag>
                {key.is_expired ? <Tag tone="danger">{t(texts.expired)}</Tag> : null}
              </div>
              <div className={css.facts}>
                <code>{key.hint}…</code>
                {key.is_expired ? null : (
                  <span>{rich(texts.expires, { time: <RelativeTime time={key.expires_on} /> })}</span>
                )}
                <span>
                  {key.last_used_on === null
                    ? t(texts.unused)
                    : rich(texts.used, {
                        time: <RelativeTime time={key.last_used_on} />,
                        address: key.last_used_from ?? '',
                      })}
                </span>
              </div>
            </div>
            {canRevoke ? (
              <Button aria-label={t(texts.revokeNamed, { name: key.name })} onClick={() => setAsked(key)}>
                {t(texts.revoke)}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => (asked ? revoke(asked) : undefined)}
        confirmLabel={t(texts.revoke)}
        danger
      >
        {rich(texts.question, { name: asked?.name ?? '', b: (parts) => <b>{parts}</b> })}
      </ConfirmDialog>
    </>
  )
}

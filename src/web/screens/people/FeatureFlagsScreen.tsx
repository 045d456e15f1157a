import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can, isAdmin } from '../../api/bootstrap.ts'
import { messageOf } from '../../api/failure.ts'
import { type FeatureFlag, featureFlagsQuery, setFeatureFlag } from '../../api/featureFlags.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { PagePending } from '../../shell/PagePending.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Cell, HeadCell, Row, Table } from '../../ui/Table.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { defineTexts, usePlainText, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './FeatureFlags.module.css'

const texts = defineTexts('featureFlags', {
  title: 'Feature Flags',
  lead: 'Flags show and hide features for all users. A change takes effect when the next page is opened.',
  changeable: 'Flags that can be changed',
  fixed: 'Flags that cannot be changed in this version',
  name: 'Flag',
  about: 'What it shows',
  state: 'On',
  on: 'On',
  off: 'Off',
  byEnvironment: 'Set by SEXTANT_FLAGS',
  notDefault: 'Changed',
  switch: '{name} is on',
  changed: '{name} is {isOn, select, true {on} other {off}} now.',
  failed: 'An error occurred while fetching feature flags: {message}',
  notChanged: 'There was an issue changing {name}: {message}',
})

/** The feature flags of this server. */
export function FeatureFlagsScreen() {
  const t = useText()
  const { data, error, refetch } = useQuery(featureFlagsQuery)
  return (
    <div className={css.page}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <PageHeader title={t(texts.title)} />
      {error ? (
        <div className={css.middle}>
          <ErrorPanel message={t(texts.failed, { message: messageOf(error) })} onRetry={() => void refetch()} />
        </div>
      ) : data ? (
        <ScrollRegion label={t(texts.title)} className={css.content}>
          <p className={css.lead}>{t(texts.lead)}</p>
          <ChangeableFlags flags={data.filter(({ about }) => about !== '')} />
          <FixedFlags flags={data.filter(({ about }) => about === '')} />
        </ScrollRegion>
      ) : (
        <PagePending />
      )}
    </div>
  )
}

function ChangeableFlags({ flags }: { flags: FeatureFlag[] }) {
  const t = useText()
  const plain = usePlainText()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const mayChange = isAdmin() && can('can_write', 'FeatureFlag')

  async function change(flag: FeatureFlag, isOn: boolean) {
    const { name } = flag
    setBusy(name)
    try {
      queryClient.setQueryData(
        featureFlagsQuery.queryKey,
        await setFeatureFlag(name, isOn === flag.default ? null : isOn),
      )
      toast.success(t(texts.changed, { name, isOn: String(isOn) }))
    } catch (error) {
      toast.danger(t(texts.notChanged, { name, message: messageOf(error) }))
    }
    setBusy(undefined)
  }

  return (
    <Table label={t(texts.changeable)} className={css.table}>
      <thead>
        <tr>
          <HeadCell width={80}>{t(texts.state)}</HeadCell>
          <HeadCell>{t(texts.name)}</HeadCell>
          <HeadCell width={160} label={t(texts.notDefault)} className={css.wide} />
        </tr>
      </thead>
      <tbody>
        {flags.map((flag) => (
          <Row key={flag.name}>
            <Cell>
              <Checkbox
                hideLabel
                label={t(texts.switch, { name: flag.name })}
                checked={flag.is_on}
                disabled={!mayChange || flag.is_fixed || busy === flag.name}
                onChange={(isOn) => void change(flag, isOn)}
              />
            </Cell>
            <Cell className={css.cell}>
              <code className={css.name}>{flag.name}</code>
              <span className={css.about}>{plain(flag.about)}</span>
            </Cell>
            <Cell className={css.wide}>
              {flag.is_fixed ? (
                <Tag tone="info">{t(texts.byEnvironment)}</Tag>
              ) : flag.is_on === flag.default ? null : (
                <Tag tone="warning">{t(texts.notDefault)}</Tag>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function FixedFlags({ flags }: { flags: FeatureFlag[] }) {
  const t = useText()
  return (
    <section className={css.fixed}>
      <h2 className={css.heading}>{t(texts.fixed)}</h2>
      <ul className={css.list}>
        {flags.map(({ name, is_on }) => (
          <li key={name}>
            <Tag tone={is_on ? 'success' : 'neutral'}>{t(is_on ? texts.on : texts.off)}</Tag>
            <code className={css.name}>{name}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

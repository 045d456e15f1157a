/** A person, as an identity provider or a directory describes them. The provider has authenticated them. */
export interface ExternalPerson {
  provider: 'oidc' | 'ldap'
  /** Address of the provider. */
  issuer: string
  /** Id of the person at the provider; never reassigned to another person. */
  subject: string
  username: string
  email: string
  firstName: string
  lastName: string
  groups: readonly string[]
}

/** A directory of people (LDAP) that checks passwords. */
export interface Directory {
  /**
   * The person with this name and password; undefined if nobody, or more than one entry, matches.
   * @throws AppError 503 if the directory does not respond
   */
  personOf(username: string, password: string): Promise<ExternalPerson | undefined>
}

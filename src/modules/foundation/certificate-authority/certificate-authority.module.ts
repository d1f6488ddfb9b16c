import { Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Configuration } from '../../../kernel/config/configuration.js';
import { AuthorityDirectory } from './authority-files.js';
import { AuthorityEntity } from './authority.entity.js';
import { AuthorityRow } from './authority-records.js';
import { CertificateAuthority } from './certificate-authority.js';

/** Every role of the server answers with the certificate, so each process loads the shared authority. */
@Module({
  imports: [TypeOrmModule.forFeature([AuthorityEntity])],
  providers: [
    AuthorityRow,
    {
      provide: CertificateAuthority,
      inject: [Configuration, AuthorityRow],
      useFactory: (configuration: Configuration, records: AuthorityRow) =>
        authorityOf(configuration, records),
    },
  ],
  exports: [CertificateAuthority],
})
export class CertificateAuthorityModule implements OnApplicationBootstrap {
  constructor(private readonly authority: CertificateAuthority) {}

  /** A supplied or stored authority that is not usable stops the boot (06 §7.4). */
  async onApplicationBootstrap(): Promise<void> {
    await this.authority.start();
  }
}

function authorityOf({ gateway, dataDir }: Configuration, records: AuthorityRow): CertificateAuthority {
  const logger = new Logger(CertificateAuthority.name);
  const { caCert, caKey } = gateway;
  return new CertificateAuthority({
    supplied: caCert !== null && caKey !== null ? { certificatePem: caCert, keyPem: caKey } : null,
    files: new AuthorityDirectory(dataDir),
    records,
    warn: (detail) => logger.warn({ detail }, 'certificate authority is not stored safely'),
  });
}

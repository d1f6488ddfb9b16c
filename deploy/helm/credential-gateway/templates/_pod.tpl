{{/* Settings of every process of a release: servers, the migration, the test. Takes the root. */}}
{{- define "cg.settings" -}}
{{- with include "cg.secretName" . }}
envFrom:
  - secretRef: { name: {{ . }} }
{{- end }}
env:
  - { name: NODE_ENV, value: production }
  - { name: DATA_DIR, value: /app/data }
  {{- with .Values.externalDatabase.existingSecret }}
  - name: DATABASE_URL
    valueFrom:
      secretKeyRef: { name: {{ . }}, key: {{ $.Values.externalDatabase.existingSecretKey }} }
  {{- end }}
  {{- with include "cg.redisHost" . }}
  - { name: REDIS_HOST, value: {{ . | quote }} }
  - { name: REDIS_PORT, value: {{ $.Values.redis.internal.enabled | ternary 6379 $.Values.redis.port | quote }} }
  - { name: REDIS_TLS, value: {{ and $.Values.redis.tls (not $.Values.redis.internal.enabled) | quote }} }
  {{- end }}
  {{- with .Values.apiUrl }}
  - { name: API_URL, value: {{ . | quote }} }
  {{- end }}
  {{- with .Values.appUrl }}
  - { name: APP_URL, value: {{ . | quote }} }
  {{- end }}
  {{- with include "cg.gatewayApiUrl" . }}
  - { name: GATEWAY_API_URL, value: {{ . | quote }} }
  {{- end }}
  - { name: GATEWAY_BASE_URL, value: {{ .Values.gateway.baseUrl | default (include "cg.gatewayAuthority" .) | quote }} }
  - { name: GATEWAY_SHUTDOWN_TIMEOUT_SECS, value: {{ .Values.gateway.shutdownTimeoutSeconds | quote }} }
  {{- with .Values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "cg.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Takes root, whether the process has the gateway's port, for which alone there is a certificate, and whether it asks another
process's port over TLS: then it trusts who signed that. */}}
{{- define "cg.mounts" -}}
volumeMounts:
  - { name: data, mountPath: /app/data }
  - { name: tmp, mountPath: /tmp }
  {{- if and .gateway .root.Values.gateway.tls.enabled }}
  - { name: gateway-tls, mountPath: /app/tls, readOnly: true }
  {{- else if .asks }}
  - { name: gateway-ca, mountPath: /app/gateway-ca, readOnly: true }
  {{- end }}
  {{- with .root.Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* As before, and whether the data folder is the claim. */}}
{{- define "cg.volumes" -}}
volumes:
  - name: data
    {{- if and .claim .root.Values.persistence.enabled }}
    persistentVolumeClaim:
      claimName: {{ .root.Values.persistence.existingClaim | default (printf "%s-data" (include "cg.fullname" .root)) }}
    {{- else }}
    emptyDir: { sizeLimit: 256Mi }
    {{- end }}
  - name: tmp
    emptyDir: { sizeLimit: 256Mi }
  {{- if and .gateway .root.Values.gateway.tls.enabled }}
  - name: gateway-tls
    secret: { secretName: {{ include "cg.tlsSecretName" .root }}, defaultMode: 288 }
  {{- else if .asks }}
  - name: gateway-ca
    secret: { secretName: {{ include "cg.tlsSecretName" .root }}, optional: true, items: [{ key: ca.crt, path: ca.crt }] }
  {{- end }}
  {{- with .root.Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* What every pod of a release has in common: identity, placement. */}}
{{- define "cg.podCommon" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: {{ .Values.podSecurityContext | toJson }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toJson . }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toJson . }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{ toJson . }}
{{- end }}
{{- end }}

{{/* Names and labels. */}}
{{- define "cg.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{- define "cg.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "cg.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "cg.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{- define "cg.selector" -}}
app.kubernetes.io/name: {{ include "cg.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "cg.labels" -}}
{{ include "cg.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "cg.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}{{ .repository }}@{{ .digest }}{{- else -}}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{- end -}}
{{- end -}}
{{- end }}

{{- define "cg.secretName" -}}
{{- if .Values.externalSecret.enabled -}}{{ include "cg.fullname" . }}-settings{{- else -}}{{ .Values.existingSecret }}{{- end -}}
{{- end }}

{{- define "cg.tlsSecretName" -}}
{{- if .Values.gateway.tls.certManager.enabled -}}{{ include "cg.fullname" . }}-gateway-tls{{- else -}}{{ .Values.gateway.tls.secretName }}{{- end -}}
{{- end }}

{{/* Whether PostgreSQL is somewhere else: its URL is in one of the given Secrets. */}}
{{- define "cg.databaseIsExternal" -}}
{{- if or .Values.externalDatabase.existingSecret (not .Values.persistence.enabled) -}}true{{- end -}}
{{- end }}

{{- define "cg.redisHost" -}}
{{- if .Values.redis.internal.enabled -}}{{ include "cg.fullname" . }}-redis{{- else -}}{{ .Values.redis.host }}{{- end -}}
{{- end }}

{{- define "cg.gatewayAuthority" -}}
{{ include "cg.fullname" . }}-gateway.{{ .Release.Namespace }}.svc:{{ .Values.gateway.service.port }}
{{- end }}

{{/* Where processes without the gateway's role pass its control requests on to. */}}
{{- define "cg.gatewayApiUrl" -}}
{{- if .Values.gateway.apiUrl -}}
{{ .Values.gateway.apiUrl }}
{{- else if .Values.roles.separate -}}
{{ .Values.gateway.tls.enabled | ternary "https" "http" }}://{{ include "cg.gatewayAuthority" . }}
{{- end -}}
{{- end }}

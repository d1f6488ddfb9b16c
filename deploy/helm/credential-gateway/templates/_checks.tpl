{{/* What the schema cannot say: values that do not go together. */}}
{{- define "cg.check" -}}
{{- $external := include "cg.databaseIsExternal" . -}}
{{- if and $external (not (or .Values.existingSecret .Values.externalSecret.enabled)) -}}
{{- fail (printf "Set existingSecret to a Secret with SECRET_ENCRYPTION_KEY, SESSION_SECRET and DATABASE_URL (or externalSecret.enabled): with a database of your own, keys are never generated. To try it out with the database it brings along: helm install %s CHART --set persistence.enabled=true,replicaCount=1" .Release.Name) -}}
{{- end -}}
{{- if and .Values.existingSecret .Values.externalSecret.enabled -}}
{{- fail "existingSecret and externalSecret.enabled exclude each other." -}}
{{- end -}}
{{- if and (not $external) (or .Values.roles.separate .Values.autoscaling.enabled (ne (int .Values.replicaCount) 1)) -}}
{{- fail "The embedded PostgreSQL belongs to one pod: set replicaCount=1, roles.separate=false and autoscaling.enabled=false, or give externalDatabase.existingSecret." -}}
{{- end -}}
{{- if and .Values.persistence.enabled $external (or .Values.roles.separate .Values.autoscaling.enabled (gt (int .Values.replicaCount) 1)) -}}
{{- fail "One claim is not shared by several pods: with externalDatabase, persistence.enabled is not needed." -}}
{{- end -}}
{{- if and .Values.redis.host .Values.redis.internal.enabled -}}
{{- fail "redis.host and redis.internal.enabled exclude each other." -}}
{{- end -}}
{{- if and .Values.gateway.tls.enabled (not (include "cg.tlsSecretName" .)) -}}
{{- fail "gateway.tls.enabled needs gateway.tls.secretName or gateway.tls.certManager.enabled." -}}
{{- end -}}
{{- if and .Values.gateway.tls.certManager.enabled (not .Values.gateway.tls.certManager.issuerRef.name) -}}
{{- fail "gateway.tls.certManager.enabled needs gateway.tls.certManager.issuerRef.name." -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "ingress.enabled needs ingress.host." -}}
{{- end -}}
{{- if and (or .Values.metrics.serviceMonitor.enabled .Values.metrics.prometheusRule.enabled .Values.metrics.dashboard.enabled) (not .Values.metrics.enabled) -}}
{{- fail "metrics.enabled=true comes before a ServiceMonitor, a PrometheusRule or a dashboard." -}}
{{- end -}}
{{- if and .Values.metrics.serviceMonitor.enabled .Values.networkPolicy.enabled (not .Values.networkPolicy.monitoring) -}}
{{- fail "metrics.serviceMonitor.enabled needs networkPolicy.monitoring: who may read the metrics (or networkPolicy.enabled=false)." -}}
{{- end -}}
{{- if gt (int .Values.autoscaling.minReplicas) (int .Values.autoscaling.maxReplicas) -}}
{{- fail "autoscaling.minReplicas is more than autoscaling.maxReplicas." -}}
{{- end -}}
{{- end }}

{{/* The deployments of a release, as a map from name to what differs: roles, replicas, resources. */}}
{{- define "cg.workloads" -}}
{{- if .Values.roles.separate -}}
{{- range $role := list "api" "gateway" "worker" }}
{{- $own := index $.Values.roles $role }}
{{ $role }}:
  roles: [{{ $role }}]
  replicaCount: {{ hasKey $own "replicaCount" | ternary $own.replicaCount $.Values.replicaCount }}
  resources: {{ hasKey $own "resources" | ternary $own.resources $.Values.resources | toJson }}
  scales: {{ and $.Values.autoscaling.enabled (ne $role "worker") }}
{{- end }}
{{- else }}
server:
  roles: [api, gateway, worker]
  replicaCount: {{ .Values.replicaCount }}
  resources: {{ .Values.resources | toJson }}
  scales: {{ .Values.autoscaling.enabled }}
{{- end }}
{{- end }}
